// Inserts values into `measurements`. A value at a time for which the metric has one is a duplicate, whatever
// it is.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Value } from "../../domain/intake/Report.ts"
import { bools, floats, instants, texts, uuids } from "../sql/arrays.ts"
import { byDevice, byText, type NewIds, type Row } from "./attributeRows.ts"
import { insertNew } from "./insertNew.ts"

/** ValueRow is a value to insert. */
export interface ValueRow {
  /** the id that it gets if it is new */
  readonly id: number
  readonly row: Row
  readonly metric: string
  /** in the metric's own unit */
  readonly value: Value
  /** whether it was derived from other values */
  readonly derived: boolean
}

/** NewValue is a value without an id, which may be a duplicate. */
export type NewValue = Omit<ValueRow, "id">

const byMetric = (a: NewValue, b: NewValue): number => byDevice(a.row, b.row) || byText(a.metric, b.metric)

/** Inserts values, sorted by device, time and metric; returns the new ones. */
export const insertMeasurements = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  settled: ReadonlyArray<NewValue>,
  { batchId, values }: NewIds
) {
  const rows = settled.toSorted(byMetric).map((value, i): ValueRow => ({ id: values[i]!, ...value }))
  if (rows.length === 0) return []
  const isNew = yield* insertNew(
    sql,
    "measurements",
    rows,
    sql`
      insert into measurements (
        id, device_id, project_id, entity_id, metric_key, original_time, value_number, value_boolean,
        value_text, received_at, derived, batch_id
      )
      select v.id::int8, v.device_id, v.project_id, v.entity_id, v.metric_key, v.original_time,
        v.value_number, v.value_boolean, v.value_text, v.received_at, v.derived, ${batchId}::float8::int8
      from unnest(
        ${floats(rows.map((r) => r.id))}, ${uuids(rows.map((r) => r.row.device.deviceId))},
        ${uuids(rows.map((r) => r.row.owner.projectId))}, ${uuids(rows.map((r) => r.row.owner.entityId))},
        ${texts(rows.map((r) => r.metric))}, ${instants(rows.map((r) => r.row.report.at))},
        ${floats(rows.map((r) => (typeof r.value === "number" ? r.value : null)))},
        ${bools(rows.map((r) => (typeof r.value === "boolean" ? r.value : null)))},
        ${texts(rows.map((r) => (typeof r.value === "string" ? r.value : null)))},
        ${instants(rows.map((r) => r.row.receivedAt))}, ${bools(rows.map((r) => (r.derived ? true : null)))}
      ) as v (
        id, device_id, project_id, entity_id, metric_key, original_time, value_number, value_boolean,
        value_text, received_at, derived
      )
      on conflict (device_id, original_time, metric_key) do nothing`
  )
  return rows.filter(isNew)
})
