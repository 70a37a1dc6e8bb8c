// Metrics as their catalogues show them: those that values registered, each in its project, and what people
// said of them.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { metricKeyPattern, valueTypes } from "./Metric.ts"

export const MetricKey = Schema.String.check(
  Schema.isPattern(metricKeyPattern, { expected: "a letter, then up to 63 letters, digits and _.:-" })
)

const word = Schema.NullOr(Schema.String.check(Schema.isMaxLength(200)))

export const NewMetric = Schema.Struct({
  key: MetricKey,
  value_type: Schema.Literals(valueTypes),
  label: Schema.optionalKey(word),
  unit: Schema.optionalKey(word),
  category: Schema.optionalKey(word)
})
export type NewMetric = typeof NewMetric.Type

/** Saying anything about a metric defines it. Its type stays what its first value was. */
export const MetricChange = Schema.Struct({
  label: Schema.optionalKey(word),
  unit: Schema.optionalKey(word),
  category: Schema.optionalKey(word)
})
export type MetricChange = typeof MetricChange.Type

/** `defined` false: a value came with this name, and nobody has said yet what it is. */
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
