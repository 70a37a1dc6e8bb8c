// A metric: a named series of values of one type in one unit. A new name registers itself with its first value, in
// the project of the record.
import { convert } from "./units.ts"

/** valueTypes are the types of values. */
export const valueTypes = ["number", "boolean", "text"] as const
/** ValueType is the type of a metric's values. */
export type ValueType = (typeof valueTypes)[number]

/** Metric is the type and unit of a named series. */
export interface Metric {
  readonly key: string
  readonly valueType: ValueType
  /** null: none known */
  readonly unit: string | null
}

/** metricKeyPattern matches the keys of metrics and of device states. */
export const metricKeyPattern = /^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/u

/** Characters of a text value at most. */
export const maxTextLength = 1000

/** Returns the type of a value. */
export const valueTypeOf = (value: number | boolean | string): ValueType =>
  typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text"

/**
 * MAX_METRICS is how many metrics of its own a project has at most: names its devices sent that are not
 * defined for all projects.
 */
export const MAX_METRICS = 1000

/** MAX_NEW_METRICS is how many new metrics one request may register. */
export const MAX_NEW_METRICS = 200

/** Misfit is why a value cannot be one of the metric. */
interface Misfit {
  readonly code: "METRIC_TYPE" | "METRIC_UNIT"
  readonly detail: string
}

/** Converts a value to the metric's own type and unit, or says why it cannot. Types are never converted. */
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
