// What the page of imports calls things.
import type { ColumnField } from "../../../domain/intake/columnNames.ts"
import type { Form } from "../../../tracks/Table.ts"
import { words } from "../../../words/language.ts"
import { fixedText, numberText } from "../../design/numbers.ts"
import { inZone } from "../../time/zoneTime.ts"

/** offeredFields are what a column can hold, in the order in which it is offered. */
export const offeredFields: ReadonlyArray<ColumnField> = [
  "individual",
  "time",
  "lon",
  "lat",
  "tag",
  "date",
  "time_of_day",
  "altitude_m",
  "speed_mps",
  "heading_deg",
  "accuracy_m",
  "satellites",
  "temperature_c",
  "battery_voltage",
  "easting",
  "northing",
  "zone",
  "lat_hemisphere",
  "lon_hemisphere",
  "hdop",
  "pdop",
  "vdop",
  "dop",
  "fix_type",
  "taxon",
  "sensor",
  "visible",
  "outlier"
]

/** fieldWord names what a column holds. */
export const fieldWord = (field: ColumnField): string => words.importQuestions.fields[field]

const delimiters: Readonly<Record<string, keyof typeof words.imports.form.delimiters>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar"
}

/** formText says how a file is written. */
export const formText = (form: Form): string => {
  switch (form._tag) {
    case "Separated": {
      const known = delimiters[form.delimiter]
      return words.imports.form.separated({
        encoding: form.encoding.toUpperCase(),
        delimiter: known === undefined ? form.delimiter : words.imports.form.delimiters[known]
      })
    }
    case "Gpx":
      return `GPX, ${form.encoding.toUpperCase()}`
    case "Kml":
      return `${form.isPacked ? "KMZ" : "KML"}, ${form.encoding.toUpperCase()}`
    case "GeoJson":
      return "GeoJSON"
    case "Sheet":
      return words.imports.form.sheet(form)
  }
}

const MB = 1e6

/** A size as people say it. */
export const sizeText = (bytes: number): string =>
  bytes >= MB ? `${fixedText(bytes / MB, 1)} MB` : `${numberText(Math.max(1, Math.round(bytes / 1000)))} kB`

/** A share in percent, 0 to 100. */
export const percentOf = (done: number, total: number): number =>
  total === 0 ? 100 : Math.min(100, (100 * done) / total)

/** The days between two moments, epoch ms: `3 May – 28 Sep 2025`, or one day alone. */
export const daysText = ([first, last]: readonly [number, number], zone: string): string => {
  const [begin, end] = [inZone(first, zone, "date"), inZone(last, zone, "date")]
  if (begin === end) return end
  return begin.slice(-4) === end.slice(-4) ? `${inZone(first, zone, "day")} – ${end}` : `${begin} – ${end}`
}
