// Writes values to `measurements`: by COPY where all are new, else by an insert. A value at a time for which the
// metric has one is a duplicate, whatever it is.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Value } from "../../domain/intake/Report.ts"
import { bools, floats, instants, texts, uuids } from "../sql/arrays.ts"
import { byText, inKeyOrder, type NewIds, type Row } from "./attributeRows.ts"
import { type CopiedColumn, copyNew, recordColumns } from "./copyNew.ts"
import { insertNew } from "./insertNew.ts"
import { type CopyChoice, isWorthCopying } from "./RepeatingSources.ts"

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

/** COPIED_ROW_BYTES is the size of a copied number. */
const COPIED_ROW_BYTES = 170

/** The columns of a copied value, as the insert fills them. */
const copiedColumns = (batchId: number): ReadonlyArray<CopiedColumn<ValueRow>> => [
  ...recordColumns(batchId),
  { name: "metric_key", write: (to, r) => to.word(r.metric) },
  {
    name: "value_number",
    write: (to, r) => to.float8(typeof r.value === "number" ? r.value : null),
    isLeftOut: (r) => typeof r.value !== "number"
  },
  {
    name: "value_boolean",
    write: (to, r) => to.bool(typeof r.value === "boolean" ? r.value : null),
    isLeftOut: (r) => typeof r.value !== "boolean"
  },
  {
    name: "value_text",
    write: (to, r) => to.text(typeof r.value === "string" ? r.value : null),
    isLeftOut: (r) => typeof r.value !== "string"
  },
  { name: "derived", write: (to, r) => to.bool(r.derived ? true : null), isLeftOut: (r) => !r.derived }
]

const isSameValue = (a: ValueRow, b: ValueRow): boolean =>
  a.metric === b.metric && a.row.device.rank === b.row.device.rank && a.row.report.at === b.row.report.at

const valuesOf = (values: ReadonlyArray<NewValue>, ids: NewIds["values"]): ReadonlyArray<ValueRow> => {
  const byRow = inKeyOrder(values.map(({ row }) => row))
  const byMetric = (a: NewValue, b: NewValue): number => byRow(a.row, b.row) || byText(a.metric, b.metric)
  return values.toSorted(byMetric).map((value, i): ValueRow => ({ id: ids[i]!, ...value }))
}

/** Writes values, sorted by month, device, time and metric; returns the new ones. */
export const insertMeasurements = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  settled: ReadonlyArray<NewValue>,
  { batchId, values }: NewIds,
  choice: CopyChoice
) {
  const rows = valuesOf(settled, values)
  if (rows.length === 0) return []
  if (isWorthCopying(sql, choice, rows, isSameValue))
    if (yield* copyNew(sql, "measurements", copiedColumns(batchId), rows, COPIED_ROW_BYTES)) return rows
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
  const missed = rows.filter((row) => !isNew(row))
  if (missed.length === 0) return rows
  choice.noteDuplicates(missed)
  return rows.filter(isNew)
})
