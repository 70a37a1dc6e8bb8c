// The receipt of a record: how it was received. It is stored with an event, and reconstructed for older events.
import { formatInstant } from "../../domain/time.ts"
import { wireTime } from "../sql/keyset.ts"

const tables = { position: "positions", measurement: "measurements", state: "device_states" } as const
type RecordKind = keyof typeof tables

/** StoredReceipt is the stored form; unknown members are left out. */
export interface StoredReceipt {
  readonly record_kind: RecordKind
  readonly record_id: number
  readonly taken_at: string
  readonly received_at?: string
  readonly source?: { readonly id: string; readonly name: string }
}

interface JudgedRecord {
  readonly kind: string
  readonly id: number
  readonly at?: string
}

const isKept = (r: JudgedRecord): r is { kind: RecordKind; id: number; at: string } =>
  r.at !== undefined && Object.hasOwn(tables, r.kind)

/**
 * Returns the deciding record of an event: the one that triggered it, else the newest. Null: it was evaluated
 * on none.
 */
export const receiptOf = (
  records: ReadonlyArray<JudgedRecord>,
  triggerId: number | null
): StoredReceipt | null => {
  const keptRecords = records.filter(isKept),
    [first] = keptRecords
  if (first === undefined) return null
  const { at, id, kind } =
    keptRecords.find((r) => r.id === triggerId) ??
    keptRecords.reduce((newest, r) => (r.at > newest.at ? r : newest), first)
  return { record_kind: kind, record_id: id, taken_at: formatInstant(Date.parse(at)) }
}

/**
 * SQL. The receipt (jsonb) with the time of reception from the tables of records. Selected only where that is
 * missing: its plan scans each month of three tables.
 */
export const withReceptionTime = (receipt: string): string => {
  const stored = Object.entries(tables).map(
    ([kind, table]) => `when '${kind}' then (
      select ${wireTime("r.received_at")}
      from ${table} r
      where r.id = (${receipt} ->> 'record_id')::int8
        and r.original_time = (${receipt} ->> 'taken_at')::timestamptz
    )`
  )
  return `${receipt} || jsonb_strip_nulls(jsonb_build_object('received_at', coalesce(
    ${receipt} ->> 'received_at',
    case ${receipt} ->> 'record_kind' ${stored.join(" ")} end
  )))`
}

/** SQL. The receipt with the data source of its device; without, if the device has several. */
export const withSource = (receipt: string, device: string): string =>
  `${receipt} || (
    select case when count(*) = 1
      then jsonb_build_object('source', (array_agg(jsonb_build_object('id', s.id, 'name', s.name)))[1])
      else '{}' end
    from device_identities i join data_sources s on s.id = i.data_source_id
    where i.device_id = ${device}
  )`
