// Positions as GPX 1.1 (http://www.topografix.com/GPX/1/1/gpx.xsd): a track for each subject, a segment for
// each stretch without a gap.
import { oneLine, type Place, placeOf, type Row } from "./Row.ts"
import type { Writer } from "./Writer.ts"

/** A longer silence begins a new segment, as analyses have it (their `gap_hours`). */
const GAP_MS = 4 * 3_600_000

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;"
}
const xml = (text: string): string => oneLine(text).replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

const element = (name: string, value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? `<${name}>${xml(String(value))}</${name}>` : ""

/** Numbers of XML Schema's decimal have no exponent. */
const decimal = (value: unknown): string | null =>
  typeof value !== "number"
    ? null
    : Math.abs(value) >= 1e-6 && Math.abs(value) < 1e21
      ? String(value)
      : value.toFixed(12).replace(/\.?0+$/, "")

/** Returns the schema's longitudes end before 180. */
const longitude = (value: unknown): unknown => (value === 180 ? -180 : value)

const remark = (row: Row): string | null => {
  const curated = row["curated_fields"] as ReadonlyArray<string> // a list of names, as read
  const words = [
    ...(row["valid"] === false ? ["marked as wrong"] : []),
    ...(curated.length > 0 ? [`curated: ${curated.join(" ")}`] : [])
  ]
  return words.length === 0 ? null : words.join("; ")
}

/** In the order that the schema has. */
const point = (row: Row): string =>
  `<trkpt lat="${decimal(row["lat"])}" lon="${decimal(longitude(row["lon"]))}">` +
  element("ele", decimal(row["altitude_m"])) +
  element("time", row["time"]) +
  element("cmt", remark(row)) +
  element("sat", row["satellites"]) +
  "</trkpt>\n"

const open = (row: Row): string =>
  `<trk>${element("name", row["entity_name"] ?? row["device_name"] ?? row.subject)}<trkseg>\n`

/** gpx is the writer of GPX 1.1. */
export const gpx: Writer = {
  begin:
    `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Pugmark" ` +
    `xmlns="http://www.topografix.com/GPX/1/1">\n`,
  rows: (rows, last) => {
    let before: Place | null = last,
      text = ""
    for (const row of rows) {
      if (before === null) text += open(row)
      else if (before.subject !== row.subject) text += `</trkseg></trk>\n${open(row)}`
      else if (Date.parse(row.place_time) - Date.parse(before.time) > GAP_MS) text += "</trkseg><trkseg>\n"
      text += point(row)
      before = placeOf(row)
    }
    return text
  },
  end: (last) => `${last === null ? "" : "</trkseg></trk>\n"}</gpx>\n`
}
