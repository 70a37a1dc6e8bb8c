// A file, chosen or dropped anywhere on the page.
import { useEffect, useRef, useState } from "react"
import { Icon } from "../look/Icon.tsx"
import form from "./forms.module.css"

interface DropProps {
  readonly busy: boolean
  readonly onText: (name: string, text: string) => void
  readonly onTrouble: (sentence: string) => void
}

/** What the server takes, less what JSON adds to a text. */
const MAX_BYTES = 8 * 1024 * 1024 - 64 * 1024

export const Drop = ({ busy, onText, onTrouble }: DropProps) => {
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MAX_BYTES) return onTrouble(`${file.name} is larger than 8 MB: take a part of it.`)
    try {
      onText(file.name, await file.text())
    } catch {
      onTrouble(`${file.name} cannot be read.`)
    }
  }
  const taken = useRef(take)
  useEffect(() => {
    taken.current = take
  })
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return
      event.preventDefault() // or the browser would open the file
      setOver(event.type !== "dragleave" && event.type !== "drop")
      if (event.type === "drop") void taken.current(event.dataTransfer.files[0])
    }
    const types = ["dragenter", "dragover", "dragleave", "drop"] as const
    for (const type of types) addEventListener(type, drag)
    return () => {
      for (const type of types) removeEventListener(type, drag)
    }
  }, [])
  return (
    <label className={form["drop"]} data-over={over}>
      <Icon name="down" size={22} />
      <span className="strong">{busy ? "Reading" : "Choose a file, or drop it here"}</span>
      <span className="faint">GeoJSON or KML, 1,000 shapes at most</span>
      <input
        type="file"
        className="hidden"
        accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
        disabled={busy}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = "" // the same file may be chosen again once it is mended
        }}
      />
    </label>
  )
}
