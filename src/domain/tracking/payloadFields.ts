// Where values are in the payloads of a data source: paths, and what is found at each.
import * as Schema from "effect/Schema"
import { metricKeyPattern } from "./Metric.ts"

/** Path is member names from the outside in, joined by dots; a number is an index of an array. */
export const Path = Schema.String.check(
  Schema.isMaxLength(500),
  Schema.isPattern(/^[^.]+(?:\.[^.]+)*$/u, { expected: "member names joined by dots" })
)

/** Field is the path of a value, and the factor that converts its number to the standard unit. */
const Field = Schema.Union([Path, Schema.Struct({ path: Path, factor: Schema.Finite })])

const members = new Set([
  "device",
  "device_name",
  "time",
  "lat",
  "lon",
  "altitude_m",
  "speed_mps",
  "heading_deg",
  "accuracy_m",
  "satellites",
  "record_type"
])

/** Whether a value can be put there: a member of an item, `measurements.METRIC` or `state.KEY`. */
const isTarget = (name: string): boolean => {
  const [, key] = /^(?:measurements|state)\.(.+)$/u.exec(name) ?? []
  return key === undefined ? members.has(name) : metricKeyPattern.test(key)
}

/** Fields says where the values of a payload are, by their names here. */
export const Fields = Schema.Record(Schema.String, Field)
  .check(
    Schema.isMaxProperties(200),
    Schema.makeFilter((fields) => Object.keys(fields).every(isTarget), {
      expected: `members of ${[...members].join(", ")}, measurements.METRIC or state.KEY`
    })
  )
  .annotate({
    description:
      'Where values are in a payload, by what they are: {"lat": "object.gps.lat", ' +
      '"measurements.speed": {"path": "object.kmh", "factor": 0.2778}}'
  })
