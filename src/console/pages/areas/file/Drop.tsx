// A file of areas, selected or dropped anywhere on the page; a KMZ is unpacked.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { FileDrop } from "../../../design/form/FileDrop.tsx"
import { readAreaFile } from "./readAreaFile.ts"

interface DropProps {
  readonly busy: boolean
  /** called when a file was selected and is being read */
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

/** Drop accepts one file and returns its text. */
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
      about={words.areaFiles.about}
      accept={ACCEPTED}
      onFile={(file) => void take(file)}
    />
  )
}
