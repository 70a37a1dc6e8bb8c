// A row of positions as a fact: where it counts as being, curated or not.
import type { RecordType } from "../../../domain/tracking/recordTypes.ts"
import type { Fix } from "../../../domain/rule/Facts.ts"

/** `n`: the place of its subject in the list that was asked for. */
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

/** Of a position `r`, beside its time, `at`, and its subject, `n`. */
export const fixColumns =
  "r.record_type, r.id as record_id, coalesce(r.curated_lon, r.lon) as lon, coalesce(r.curated_lat, " +
  "r.lat) as lat, r.altitude_m, r.speed_mps"

export const fixOf = (p: FixRow): Fix => ({
  at: p.at.getTime(),
  recordId: Number(p.record_id),
  lon: p.lon,
  lat: p.lat,
  altitudeM: p.altitude_m,
  speedMps: p.speed_mps
})
