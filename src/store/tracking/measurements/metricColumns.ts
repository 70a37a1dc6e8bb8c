// Values of metrics as columns, and the description of their metric.
import type { PgClient } from "@effect/sql-pg"
import type { MeasuredValue } from "../../../domain/tracking/Measurement.ts"
import type { ValueType } from "../../../domain/tracking/Metric.ts"

/** The value of a measurement `m`; exactly one of the three is not null. */
export const valueColumns = "m.value_number, m.value_boolean, m.value_text"

/** ValueRow is a row with these columns. */
export interface ValueRow {
  readonly value_number: number | null
  readonly value_boolean: boolean | null
  readonly value_text: string | null
}

/** Returns the value of a row. */
export const valueOf = ({ value_boolean, value_number, value_text }: ValueRow): MeasuredValue =>
  value_number ?? value_boolean ?? value_text!

const typeOf = ({ value_boolean, value_number }: ValueRow): ValueType =>
  value_number !== null ? "number" : value_boolean !== null ? "boolean" : "text"

/** Returns a row without its three columns, with the value and its type. */
export const withValue = <A extends ValueRow>(row: A) => {
  const { value_boolean, value_number, value_text, ...rest } = row,
    value = { value_number, value_boolean, value_text }
  return { ...rest, value: valueOf(value), value_type: typeOf(value) }
}

/**
 * Joins the description of a metric, a trusted column: the project's own, or else that for all projects; see
 * `meaning`.
 */
export const catalogueOf = (pg: PgClient.PgClient, projectId: string, metric: string) => pg`
  left join sent_metrics own on own.owner_id = ${projectId}::uuid and own.key = ${pg.literal(metric)}
  left join metrics general on general.key = ${pg.literal(metric)} and own.key is null`

/** The description that was joined; null, and not defined: there is none. */
export const meaning = {
  label: "coalesce(own.label, general.label)",
  unit: "coalesce(own.unit, general.unit)",
  value_type: "coalesce(own.value_type, general.value_type)",
  defined: "coalesce(own.defined, general.defined, false)"
} as const
