// A file, selected or dropped anywhere on the page.
import { useEffect, useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../marks/Icon.tsx"
import look from "./fileDrop.module.css"

interface FileDropProps {
  readonly busy: boolean
  /** accepted files, in words */
  readonly about: string
  /** the `accept` attribute of the input */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** FileDrop accepts one file; while it is shown, also one dropped anywhere on the page. */
export const FileDrop = ({ about, accept, busy, onFile }: FileDropProps) => {
  const [over, setOver] = useState(false)
  const taken = useRef(onFile)
  useEffect(() => {
    taken.current = onFile
  })
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return
      event.preventDefault() // otherwise the browser would open the file
      setOver(event.type !== "dragleave" && event.type !== "drop")
      const file = event.type === "drop" ? event.dataTransfer.files[0] : undefined
      if (file !== undefined) taken.current(file)
    }
    const types = ["dragenter", "dragover", "dragleave", "drop"] as const
    for (const type of types) addEventListener(type, drag)
    return () => {
      for (const type of types) removeEventListener(type, drag)
    }
  }, [])
  return (
    <label className={look["drop"]} data-over={over}>
      <Icon name="down" size={22} />
      <span className="strong">{busy ? words.common.file.reading : words.common.file.choose}</span>
      <span className="faint">{about}</span>
      <input
        type="file"
        className="hidden"
        accept={accept}
        disabled={busy}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) onFile(file)
          target.value = "" // lets the user select the same file again after a fix
        }}
      />
    </label>
  )
}
