// Rows of the record tables as the observations that rules see.
import type { RecordType } from "../../../domain/tracking/recordTypes.ts"
import type { DeviceState, Measurement, Position, Subject } from "../../../domain/rule/Observation.ts"

/** What every record has, `at` being the time that counts. */
export interface Head {
  readonly device_id: string
  readonly record_id: bigint
  readonly at: Date
  readonly received_at: Date
}
export interface PositionRow extends Head {
  readonly record_type: RecordType
  readonly lon: number
  readonly lat: number
  readonly altitude_m: number | null
  readonly speed_mps: number | null
  readonly accuracy_m: number | null
}
export interface MeasurementRow extends Head {
  readonly metric_key: string
  readonly value_number: number
}
export interface StateRow extends Head {
  readonly state_key: string
  readonly value: unknown
}

/** The columns of a record `r` beside its head. */
export const bodies = {
  positions:
    "r.record_type, coalesce(r.curated_lon, r.lon) as lon, coalesce(r.curated_lat, r.lat) as lat, " +
    "r.altitude_m, r.speed_mps, r.accuracy_m",
  measurements: "r.metric_key, r.value_number",
  device_states: "r.state_key, r.value"
}

const seen = (subject: Subject, r: Head) => ({
  subject,
  at: r.at.getTime(),
  receivedAt: r.received_at.getTime(),
  recordId: Number(r.record_id)
})

export const positionOf = (subject: Subject, r: PositionRow): Position => ({
  _tag: "Position",
  ...seen(subject, r),
  recordType: r.record_type,
  lon: r.lon,
  lat: r.lat,
  altitudeM: r.altitude_m,
  speedMps: r.speed_mps,
  accuracyM: r.accuracy_m
})

export const measurementOf = (subject: Subject, r: MeasurementRow): Measurement => ({
  _tag: "Measurement",
  ...seen(subject, r),
  metric: r.metric_key,
  value: r.value_number
})

export const deviceStateOf = (subject: Subject, r: StateRow): DeviceState => ({
  _tag: "DeviceState",
  ...seen(subject, r),
  key: r.state_key,
  value: r.value
})
