// The metrics, in memory: types and units are fixed by the first value, so a copy is as good as the table. New names register
// themselves in the transaction of their first value and join the copy when it commits.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type Metric, settle, type ValueType, valueTypeOf } from "../../domain/tracking/Metric.ts"
import { texts } from "../arrays.ts"
import type { Row } from "./Batch.ts"
import type { NewValue } from "./insertMeasurements.ts"
import { refuse, type Refusal } from "../../domain/intake/Report.ts"

export type Catalogue = Map<string, Metric>

interface MetricRow {
  readonly key: string
  readonly value_type: ValueType
  readonly unit: string | null
}

const metricOf = (m: MetricRow): Metric => ({ key: m.key, valueType: m.value_type, unit: m.unit })

/** Reads the whole table anew. */
export const loadCatalogue = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, catalogue: Catalogue) {
  const rows = yield* sql<MetricRow>`select key, value_type, unit from metrics`
  catalogue.clear()
  for (const row of rows) catalogue.set(row.key, metricOf(row))
})

/** Registers names that are new; of two first values at once one fixes the type, and both are told which. */
const register = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, catalogue: Catalogue, wanted: ReadonlyMap<string, Metric>) {
  const metrics = [...wanted.values()].sort((a, b) => a.key < b.key ? -1 : 1)
  const keys = texts(metrics.map((m) => m.key))
  yield* sql`
    insert into metrics (key, value_type, unit)
    select * from unnest(${keys}, ${texts(metrics.map((m) => m.valueType))}, ${texts(metrics.map((m) => m.unit))}) on conflict do nothing`
  const rows = yield* sql<MetricRow>`select key, value_type, unit from metrics where key = any(${keys})`
  const registered = rows.map(metricOf)
  yield* sql.afterCommit(Effect.sync(() => {
    for (const metric of registered) catalogue.set(metric.key, metric)
  }))
  return registered
})

/** The readings of the rows in their metrics' types and units, still without ids; a row with one that does not fit is refused whole. */
export const settleReadings = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, catalogue: Catalogue, rows: ReadonlyArray<Row>) {
  const metrics = new Map<string, Metric>()
  const wanted = new Map<string, Metric>()
  for (const { report } of rows) {
    for (const { metric, unit, value } of report.readings) {
      if (metrics.has(metric)) continue
      const known = catalogue.get(metric)
      const first = known ?? { key: metric, valueType: valueTypeOf(value), unit }
      metrics.set(metric, first)
      if (known === undefined) wanted.set(metric, first)
    }
  }
  if (wanted.size > 0) for (const metric of yield* register(sql, catalogue, wanted)) metrics.set(metric.key, metric)
  const values: Array<NewValue> = []
  const refused = new Map<Row, Refusal>()
  for (const row of rows) {
    const { readings } = row.report
    const settled = readings.map((r) => settle(metrics.get(r.metric)!, r.value, r.unit))
    const wrong = settled.findIndex((s) => typeof s === "object")
    const misfit = settled[wrong]
    if (typeof misfit === "object") refused.set(row, refuse(misfit.code, `/measurements/${readings[wrong]!.metric}`, misfit.detail))
    else settled.forEach((value, i) => typeof value !== "object" && values.push({ row, metric: readings[i]!.metric, value, derived: false }))
  }
  return { values, refused }
})
