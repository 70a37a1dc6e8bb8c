// A metric: a named series of values of one type in one unit. A new name registers itself with its first
// value, in the project whose it is.
import { convert } from "./units.ts"

export const valueTypes = ["number", "boolean", "text"] as const
export type ValueType = (typeof valueTypes)[number]

export interface Metric {
  readonly key: string
  readonly valueType: ValueType
  /** null: none known */
  readonly unit: string | null
}

/** How a metric may be named; the same pattern names the keys of device states. */
export const metricKeyPattern = /^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/u

/** Characters of a text value at most. */
export const maxTextLength = 1000

export const valueTypeOf = (value: number | boolean | string): ValueType =>
  typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text"

/**
 * Metrics of its own that a project has at most: what its devices sent and nobody has defined for all
 * projects.
 */
export const MAX_METRICS = 1000

/** New metrics that one request brings at most. */
export const MAX_NEW_METRICS = 200

/** What to do where metrics are one too many. */
export const FEWER_METRICS =
  "Send values under names that stay the same: what changes from message to message (a time, " +
  "a serial number) is a value and no name. Map or drop members with config.fields and " +
  "config.other_fields of the data " +
  "source. A metric that a server admin defines for all projects (POST /metrics) does not count."

/** Why a value cannot be one of the metric. */
export interface Misfit {
  readonly code: "METRIC_TYPE" | "METRIC_UNIT"
  readonly detail: string
}

/** The value in the metric's own type and unit, or why it is none. No type is ever made of another one. */
export const settle = <V extends number | boolean | string>(
  metric: Metric,
  value: V,
  unit: string | null
): V | number | Misfit => {
  const type = valueTypeOf(value)
  if (type !== metric.valueType)
    return { code: "METRIC_TYPE", detail: `${metric.key} is a ${metric.valueType}, this value is a ${type}` }
  if (typeof value !== "number" || unit === null || metric.unit === null) return value
  const converted = convert(value, unit, metric.unit)
  if (converted === null || !Number.isFinite(converted))
    return {
      code: "METRIC_UNIT",
      detail: `${metric.key} is kept in ${metric.unit}; ${unit} does not convert to it`
    }
  return converted
}
