// What the page of imports calls things.
import type { ColumnField } from "../../../domain/intake/columnNames.ts"
import { inZone } from "../../time/zoneTime.ts"

/** fieldWords name what a column can hold, in the order in which it is offered. */
export const fieldWords: ReadonlyArray<readonly [ColumnField, string]> = [
  ["individual", "animal"],
  ["time", "time"],
  ["lon", "longitude"],
  ["lat", "latitude"],
  ["tag", "device"],
  ["date", "date"],
  ["time_of_day", "time of the day"],
  ["altitude_m", "height, m"],
  ["speed_mps", "speed, m/s"],
  ["heading_deg", "heading, °"],
  ["accuracy_m", "accuracy, m"],
  ["satellites", "satellites"],
  ["temperature_c", "temperature, °C"],
  ["battery_voltage", "battery, V"],
  ["easting", "easting, m"],
  ["northing", "northing, m"],
  ["zone", "zone of UTM"],
  ["lat_hemisphere", "N or S"],
  ["lon_hemisphere", "E or W"],
  ["hdop", "HDOP"],
  ["pdop", "PDOP"],
  ["vdop", "VDOP"],
  ["dop", "DOP"],
  ["fix_type", "kind of fix"],
  ["taxon", "species"],
  ["sensor", "sensor"],
  ["visible", "valid"],
  ["outlier", "outlier"]
]

const words = new Map(fieldWords)

/** fieldWord names what a column holds. */
export const fieldWord = (field: ColumnField): string => words.get(field) ?? field

const MB = 1e6

/** A size as people say it. */
export const sizeText = (bytes: number): string =>
  bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`

/** A share in percent, 0 to 100. */
export const percentOf = (done: number, total: number): number =>
  total === 0 ? 100 : Math.min(100, (100 * done) / total)

/** The days between two moments, epoch ms: `3 May – 28 Sep 2025`, or one day alone. */
export const daysText = ([first, last]: readonly [number, number], zone: string): string => {
  const [begin, end] = [inZone(first, zone, "date"), inZone(last, zone, "date")]
  if (begin === end) return end
  return begin.slice(-4) === end.slice(-4) ? `${inZone(first, zone, "day")} – ${end}` : `${begin} – ${end}`
}
