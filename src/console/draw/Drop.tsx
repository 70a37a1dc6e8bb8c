// A file of areas, chosen or dropped anywhere on the page: its text, where it is small enough.
import { FileDrop } from "../look/FileDrop.tsx"

interface DropProps {
  readonly busy: boolean
  readonly onText: (name: string, text: string) => void
  readonly onTrouble: (sentence: string) => void
}

/** What the server takes, less what JSON adds to a text. */
const MAX_BYTES = 8 * 1024 * 1024 - 64 * 1024

export const Drop = ({ busy, onText, onTrouble }: DropProps) => {
  const take = async (file: File) => {
    if (file.size > MAX_BYTES) return onTrouble(`${file.name} is larger than 8 MB: take a part of it.`)
    try {
      onText(file.name, await file.text())
    } catch {
      onTrouble(`${file.name} cannot be read.`)
    }
  }
  return (
    <FileDrop
      busy={busy}
      about="GeoJSON or KML, 1,000 shapes at most"
      accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
      onFile={(file) => void take(file)}
    />
  )
}
