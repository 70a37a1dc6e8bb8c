// Rows of the record tables as observations of the rules.
import type { RecordType } from "../../../domain/tracking/recordTypes.ts"
import type { DeviceState, Measurement, Position, Subject } from "../../../domain/rule/Observation.ts"

/** Head is what every record has; `at` is the effective time. */
export interface Head {
  readonly device_id: string
  readonly record_id: bigint
  readonly at: Date
  readonly received_at: Date
}
/** PositionRow is a row of positions. */
export interface PositionRow extends Head {
  readonly record_type: RecordType
  readonly lon: number
  readonly lat: number
  readonly altitude_m: number | null
  readonly speed_mps: number | null
  readonly accuracy_m: number | null
}
/** MeasurementRow is a row of measurements. */
export interface MeasurementRow extends Head {
  readonly metric_key: string
  readonly value_number: number
}
/** StateRow is a row of device states. */
export interface StateRow extends Head {
  readonly state_key: string
  readonly value: unknown
}

/** The columns of a record `r` apart from its head, by table. */
export const recordColumns = {
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

/** Returns the observation of a position. */
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

/** Returns the observation of a measurement. */
export const measurementOf = (subject: Subject, r: MeasurementRow): Measurement => ({
  _tag: "Measurement",
  ...seen(subject, r),
  metric: r.metric_key,
  value: r.value_number
})

/** Returns the observation of a device state. */
export const deviceStateOf = (subject: Subject, r: StateRow): DeviceState => ({
  _tag: "DeviceState",
  ...seen(subject, r),
  key: r.state_key,
  value: r.value
})
