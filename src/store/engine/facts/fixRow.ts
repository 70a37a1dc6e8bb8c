// A row of `positions` as a fact: the effective position, curated or not.
import type { RecordType } from "../../../domain/tracking/recordTypes.ts"
import type { Fix } from "../../../domain/rule/Facts.ts"

/** FixRow is such a row; `n` is the number of its subject in the requested list. */
export interface FixRow {
  readonly n: number
  readonly record_type: RecordType
  readonly record_id: bigint
  readonly at: Date
  readonly lon: number
  readonly lat: number
  readonly altitude_m: number | null
  readonly speed_mps: number | null
}

/** Columns of a position `r` apart from its time, `at`, and its subject, `n`. */
export const fixColumns =
  "r.record_type, r.id as record_id, coalesce(r.curated_lon, r.lon) as lon, coalesce(r.curated_lat, " +
  "r.lat) as lat, r.altitude_m, r.speed_mps"

/** Returns the fact of a row. */
export const fixOf = (p: FixRow): Fix => ({
  at: p.at.getTime(),
  recordId: Number(p.record_id),
  lon: p.lon,
  lat: p.lat,
  altitudeM: p.altitude_m,
  speedMps: p.speed_mps
})
