// Inserts values into `device_states`. A value at a time for which the key has one is a duplicate, whatever it
// is.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { floats, instants, serialised, texts, uuids } from "../sql/arrays.ts"
import { byDevice, byText, type NewIds, type Row } from "./attributeRows.ts"
import { insertNew } from "./insertNew.ts"

/** StateRow is a state to insert. */
export interface StateRow {
  /** the id that it gets if it is new */
  readonly id: number
  readonly row: Row
  readonly key: string
  /** JSON text */
  readonly value: string
}

type Unnumbered = Omit<StateRow, "id">

const byKey = (a: Unnumbered, b: Unnumbered): number => byDevice(a.row, b.row) || byText(a.key, b.key)

const statesOf = (rows: ReadonlyArray<Row>, ids: NewIds["states"]): ReadonlyArray<StateRow> => {
  const states: Array<Unnumbered> = []
  for (const row of rows) for (const { key, value } of row.report.states) states.push({ row, key, value })
  return states.sort(byKey).map(({ key, row, value }, i) => ({ id: ids[i]!, row, key, value }))
}

/** Inserts the states of rows, sorted by device, time and key; returns the new ones. */
export const insertStates = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  reported: ReadonlyArray<Row>,
  { batchId, states }: NewIds
) {
  const rows = statesOf(reported, states)
  if (rows.length === 0) return []
  const isNew = yield* insertNew(
    sql,
    "device_states",
    rows,
    sql`
      insert into device_states (
        id, device_id, project_id, entity_id, state_key, original_time, value, received_at, batch_id
      )
      select v.id::int8, v.device_id, v.project_id, v.entity_id, v.state_key, v.original_time, v.value,
        v.received_at, ${batchId}::float8::int8
      from unnest(
        ${floats(rows.map((r) => r.id))}, ${uuids(rows.map((r) => r.row.device.deviceId))},
        ${uuids(rows.map((r) => r.row.owner.projectId))}, ${uuids(rows.map((r) => r.row.owner.entityId))},
        ${texts(rows.map((r) => r.key))}, ${instants(rows.map((r) => r.row.report.at))},
        ${serialised(rows.map((r) => r.value))}::jsonb[], ${instants(rows.map((r) => r.row.receivedAt))}
      ) as v (id, device_id, project_id, entity_id, state_key, original_time, value, received_at)
      on conflict (device_id, original_time, state_key) do nothing`
  )
  return rows.filter(isNew)
})
