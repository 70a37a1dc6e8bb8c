// Metrics as their catalogues list them: those that values registered, each in its project, and their definitions by
// people.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { metricKeyPattern, valueTypes } from "./Metric.ts"

/** MetricKey is the name of a metric. */
export const MetricKey = Schema.String.check(
  Schema.isPattern(metricKeyPattern, { expected: "a letter, then up to 63 letters, digits and _.:-" })
)

const word = Schema.NullOr(Schema.String.check(Schema.isMaxLength(200)))

/** NewMetric is a request to define a metric before its first value. */
export const NewMetric = Schema.Struct({
  key: MetricKey,
  value_type: Schema.Literals(valueTypes),
  label: Schema.optionalKey(word),
  unit: Schema.optionalKey(word),
  category: Schema.optionalKey(word)
})
export type NewMetric = typeof NewMetric.Type

/** MetricChange defines a metric. Its type stays that of its first value. */
export const MetricChange = Schema.Struct({
  label: Schema.optionalKey(word),
  unit: Schema.optionalKey(word),
  category: Schema.optionalKey(word)
})
export type MetricChange = typeof MetricChange.Type

/**
 * MetricRecord is a metric in a catalogue. `defined` false: a value registered the name, and its definition
 * is missing.
 */
export const MetricRecord = Schema.Struct({
  key: MetricKey,
  label: word,
  unit: word,
  value_type: Schema.Literals(valueTypes),
  category: word,
  defined: Schema.Boolean,
  created_at: Instant,
  project_id: Schema.NullOr(Uuid).annotate({
    description: "The project whose own it is; null: defined for all projects"
  })
}).annotate({ identifier: "Metric" })
export type MetricRecord = typeof MetricRecord.Type
