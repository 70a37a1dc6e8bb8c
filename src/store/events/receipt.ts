// How a record came in, as SQL: written down with an event when it is made, and found again for events of before.
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { wireTime } from "../sql/keyset.ts"

/** As it is stored; what is not known is left out. */
export interface StoredReceipt {
  readonly record_kind: "position" | "measurement" | "state"
  readonly record_id: number
  readonly taken_at: string
  readonly received_at?: string
  readonly source?: { readonly id: string; readonly name: string }
}

/** The record that counts among those an event was judged on: what started it, else the newest. */
export const decidingRecord = <
  R extends { readonly kind: string; readonly id: number; readonly at?: string }
>(
  records: ReadonlyArray<R>,
  triggerId: number | null
): R | null => {
  const known = records.filter((r) => r.at !== undefined && Object.hasOwn(tables, r.kind))
  return (
    (triggerId === null ? undefined : known.find((r) => r.id === triggerId)) ??
    known.reduce<R | null>((newest, r) => (newest === null || r.at! > newest.at! ? r : newest), null)
  )
}

const tables = { position: "positions", measurement: "measurements", state: "device_states" } as const

/** Expressions of SQL about a record: its kind, its id (int8), its time, when it was received, and the device. */
type RecordSql = Readonly<Record<"kind" | "id" | "at" | "received" | "device", string>>

/**
 * When a record was received, as the tables of records have it. Asked only where nobody knows it: a plan with
 * it goes through each month of three tables.
 */
export const receivedOf = ({ at, id, kind }: Pick<RecordSql, "kind" | "id" | "at">): string => {
  const stored = Object.entries(tables).map(
    ([name, table]) =>
      `when '${name}' then (select r.received_at from ${table} r where r.id = ${id} and r.original_time = ${at})`
  )
  return `case ${kind} ${stored.join(" ")} end`
}

/** The receipt of a record of a device. Several sources may know a device: then none is said. */
export const receiptOf = (
  sql: SqlClient.SqlClient,
  { at, device, id, kind, received }: RecordSql
): Fragment => {
  return sql.literal(`case when ${id} is null then null else jsonb_strip_nulls(jsonb_build_object(
    'record_kind', ${kind},
    'record_id', ${id},
    'taken_at', ${wireTime(at)},
    'received_at', ${wireTime(received)},
    'source', (
      select case when count(*) = 1 then (array_agg(jsonb_build_object('id', s.id, 'name', s.name)))[1] end
      from device_identities i join data_sources s on s.id = i.data_source_id
      where i.device_id = ${device}
    )
  )) end`)
}
