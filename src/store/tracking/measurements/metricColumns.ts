// Values of metrics as columns, and what the catalogue says of their metric.
import type { PgClient } from "@effect/sql-pg"
import type { MeasuredValue } from "../../../domain/tracking/Measurement.ts"
import type { ValueType } from "../../../domain/tracking/Metric.ts"

/** The value of a measurement `m`; of the three one is not null. */
export const valueColumns = "m.value_number, m.value_boolean, m.value_text"

export interface ValueRow {
  readonly value_number: number | null
  readonly value_boolean: boolean | null
  readonly value_text: string | null
}

/** The value of a row that has one. */
export const valueOf = ({ value_boolean, value_number, value_text }: ValueRow): MeasuredValue =>
  value_number ?? value_boolean ?? value_text!

const typeOf = ({ value_boolean, value_number }: ValueRow): ValueType =>
  value_number !== null ? "number" : value_boolean !== null ? "boolean" : "text"

/** A row without its three columns, with the value that is in them and its type. */
export const withValue = <A extends ValueRow>(row: A) => {
  const { value_boolean, value_number, value_text, ...rest } = row,
    value = { value_number, value_boolean, value_text }
  return { ...rest, value: valueOf(value), value_type: typeOf(value) }
}

/**
 * Joins what is said of a metric, a column of ours: of one that the project's devices brought what the
 * project says of it, of others what is said for all; see `meaning`.
 */
export const catalogueOf = (pg: PgClient.PgClient, projectId: string, metric: string) => pg`
  left join sent_metrics own on own.owner_id = ${projectId}::uuid and own.key = ${pg.literal(metric)}
  left join metrics general on general.key = ${pg.literal(metric)} and own.key is null`

/** What is said of the metric that was joined; null, and not defined: nothing. */
export const meaning = {
  label: "coalesce(own.label, general.label)",
  unit: "coalesce(own.unit, general.unit)",
  value_type: "coalesce(own.value_type, general.value_type)",
  defined: "coalesce(own.defined, general.defined, false)"
} as const
