// A file of areas, chosen or dropped anywhere on the page: its text, unpacked where it is a KMZ.
import { useState } from "react"
import { sentenceOf } from "../../api/Refused.ts"
import { FileDrop } from "../../look/FileDrop.tsx"
import { readAreaFile } from "./readAreaFile.ts"

interface DropProps {
  readonly busy: boolean
  /** a file was chosen, and is being read */
  readonly onChosen: () => void
  readonly onText: (name: string, text: string) => void
  readonly onTrouble: (sentence: string) => void
}

const ACCEPTED = [
  ".geojson",
  ".json",
  ".kml",
  ".kmz",
  "application/geo+json",
  "application/vnd.google-earth.kml+xml",
  "application/vnd.google-earth.kmz"
].join()

/** Drop takes one file and gives its text. */
export const Drop = ({ busy, onChosen, onText, onTrouble }: DropProps) => {
  const [isReading, setReading] = useState(false)
  const take = async (file: File) => {
    setReading(true)
    onChosen()
    try {
      onText(file.name, await readAreaFile(file))
    } catch (error) {
      onTrouble(sentenceOf(error))
    } finally {
      setReading(false)
    }
  }
  return (
    <FileDrop
      busy={busy || isReading}
      about="GeoJSON, KML or KMZ, 1,000 shapes at most"
      accept={ACCEPTED}
      onFile={(file) => void take(file)}
    />
  )
}
