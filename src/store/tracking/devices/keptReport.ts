// A stored report of an unknown device, decoded as far as possible before it is checked.
import { type ReadBy, type ReadFields, readFields } from "../../../domain/intake/readFields.ts"
import type { KeptReport } from "../../../domain/tracking/UnknownIdentity.ts"

/** KeptReportRow is such a report as it is stored. */
export interface KeptReportRow extends Omit<KeptReport, "lon" | "lat" | "decoded" | "not_read"> {
  readonly report: unknown
  readonly by: ReadBy
  readonly place_time: string
}

/** Returns degrees; null: they are missing, or no place on earth. */
const degrees = ({ decoded }: ReadFields, field: "lon" | "lat", most: number): number | null => {
  const value = decoded.find((one) => one.field === field)?.value
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Math.abs(number) <= most ? number : null
}

/** Returns the report for the API; `withFields`: also which member became which field. */
export const keptReport = (
  { by, external_id, id, identity_id, received_at, report, time }: Omit<KeptReportRow, "place_time">,
  withFields: boolean
): KeptReport => {
  const read = readFields(report, by)
  const lon = degrees(read, "lon", 180),
    lat = degrees(read, "lat", 90)
  const isPlace = lon !== null && lat !== null
  return {
    id,
    identity_id,
    external_id,
    time,
    received_at,
    lon: isPlace ? lon : null,
    lat: isPlace ? lat : null,
    ...(withFields ? read : {})
  }
}
