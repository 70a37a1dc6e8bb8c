// Measurements as the API returns them: effective times (curated where a person corrected them), each value with its
// metric.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { valueTypes } from "./Metric.ts"
import { MetricKey } from "./MetricRecord.ts"

const said = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

/** A value of any metric, in the metric's own unit. */
const Value = Schema.Union([Schema.Finite, Schema.Boolean, Schema.String])
/** MeasuredValue is a value of any metric, in the metric's own unit. */
export type MeasuredValue = typeof Value.Type

const Unit = said(Schema.NullOr(Schema.String), "The unit of the metric; null: none is known")
const ValueType = Schema.Literals(valueTypes)
const Label = said(Schema.NullOr(Schema.String), "What people call the metric")
const Defined = said(Schema.Boolean, "false: nobody has said yet what this metric is")

/** `time` is the effective one; `valid` false: marked as wrong. */
export const Measurement = Schema.Struct({
  id: Schema.Int,
  time: Instant,
  original_time: Instant,
  received_at: Instant,
  device_id: Uuid,
  project_id: Uuid,
  entity_id: Schema.NullOr(Uuid),
  metric: MetricKey,
  value: Value,
  unit: Unit,
  value_type: ValueType,
  valid: Schema.Boolean,
  curated_fields: Schema.Array(Schema.Literals(["time", "valid"])),
  trace_id: said(
    Schema.NullOr(Uuid),
    "The trace of the rule that fired at this value; null: none did, and what is accepted leaves no other"
  )
}).annotate({ identifier: "Measurement" })
export type Measurement = typeof Measurement.Type

/** The newest value of a metric. */
const LatestValue = Schema.Struct({
  metric: MetricKey,
  label: Label,
  unit: Unit,
  value_type: ValueType,
  defined: Defined,
  value: Value,
  time: Instant,
  age_seconds: Schema.Finite,
  received_at: Instant,
  device_id: said(Uuid, "The device that measured it"),
  id: said(Schema.Int, "The measurement")
}).annotate({ identifier: "LatestValue" })

/** A subject with the newest value of each of its metrics, by name: an entity, or a device. */
export const LatestValues = Schema.Struct({
  entity_id: said(Schema.NullOr(Uuid), "The entity; null: the values are those of a device"),
  entity_name: Schema.NullOr(Schema.String),
  device_id: said(
    Schema.NullOr(Uuid),
    "The device; null: the values are an entity's, whichever devices it carried"
  ),
  device_name: Schema.NullOr(Schema.String),
  values: Schema.Array(LatestValue)
}).annotate({ identifier: "LatestValues" })
export type LatestValues = typeof LatestValues.Type

/** The values of one metric of one subject over time, oldest first. */
export const MetricSeries = Schema.Struct({
  subject: Schema.Struct({ entity_id: Schema.NullOr(Uuid), device_id: Schema.NullOr(Uuid) }),
  metric: MetricKey,
  label: Label,
  unit: Unit,
  value_type: said(
    Schema.NullOr(ValueType),
    "null: there is no value, and nobody has said what the metric is"
  ),
  defined: Defined,
  total_points: said(Schema.Int, "Values in the span"),
  returned_points: Schema.Int,
  thinned: said(Schema.Boolean, "Some values are left out"),
  points: Schema.Array(Schema.Struct({ time: Instant, value: Value }))
}).annotate({ identifier: "MetricSeries" })
export type MetricSeries = typeof MetricSeries.Type

/** A point of a series; its time in epoch ms. */
export interface SeriesPoint {
  readonly at: number
  readonly value: MeasuredValue
}
