// The last statement of an ingest transaction: appends the new records to the log for the engine, one log row
// per affected partition.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { LogPacker } from "../../domain/intake/log/packedLog.ts"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { partitionMask, writePartitionMask } from "../../domain/intake/PartitionMask.ts"
import { byteas, ints, texts } from "../sql/arrays.ts"
import { byText, type Row } from "./attributeRows.ts"
import type { ValueRow } from "./insertMeasurements.ts"
import type { FixRow } from "./insertPositions.ts"
import type { StateRow } from "./insertStates.ts"

/** Records are the new records of a transaction, and its number. */
export interface Records {
  readonly batchId: number
  /** without those in conflict with another fix */
  readonly fixes: ReadonlyArray<FixRow>
  readonly conflicting: ReadonlyArray<FixRow>
  readonly values: ReadonlyArray<ValueRow>
  readonly states: ReadonlyArray<StateRow>
}

type NewRecord = FixRow | StateRow | ValueRow

/** Returns the place of a kind of record in the order of evaluation. */
const rankOf = (record: NewRecord): number => ("fix" in record ? 2 : "metric" in record ? 1 : 0)

const keyOf = (record: NewRecord): string =>
  "fix" in record
    ? record.fix.network
      ? "network"
      : "gnss"
    : "metric" in record
      ? record.metric
      : record.key

/** Compares records in the order of evaluation (`inOrder` of domain/rule/Observation.ts). */
const inOrder = (a: NewRecord, b: NewRecord): number =>
  a.row.report.at - b.row.report.at ||
  rankOf(a) - rankOf(b) ||
  byText(keyOf(a), keyOf(b)) ||
  a.row.receivedAt - b.row.receivedAt ||
  a.id - b.id

const partitionOfRow = ({ device, owner }: Row): number => partitionOf(owner.entityId ?? device.deviceId)

/**
 * Whether rules may read a record: those of a project; positions that are valid and not in conflict, finite
 * measurements, all states.
 */
const isLogged = (record: NewRecord): boolean =>
  record.row.owner.projectId !== null &&
  ("fix" in record ? record.fix.valid : !("metric" in record) || typeof record.value === "number")

/** Returns the records that rules may read, by partition, in ascending order of the partitions. */
const byPartition = ({ fixes, states, values }: Records) => {
  const partitions: Array<Array<NewRecord> | undefined> = []
  for (const list of [states, values, fixes])
    for (const record of list)
      if (isLogged(record)) (partitions[partitionOfRow(record.row)] ??= []).push(record)
  return partitions.flatMap((records, partition) => (records === undefined ? [] : [{ partition, records }]))
}

/** Returns the projects of records, each once, as a PostgreSQL array. */
const projectsOf = (records: ReadonlyArray<NewRecord>): string =>
  `{${[...new Set(records.map(({ row }) => row.owner.projectId))].join(",")}}`

// one for all transactions of the process: a row is packed without a pause
const packer = new LogPacker()

/** Packs the payload of a log row. */
const packRecords = (records: Array<NewRecord>): Uint8Array => {
  packer.clear()
  for (const record of records.sort(inOrder)) {
    const { device, owner, receivedAt, report } = record.row
    packer.add(owner.projectId!, device.deviceId, owner.entityId, report.at, receivedAt, record.id)
    if ("fix" in record) packer.position(record.fix)
    else if ("metric" in record) packer.measurement(record.metric, record.value as number)
    else packer.state(record.key, record.value)
  }
  return packer.pack()
}

/**
 * Locks the partitions' rows in ascending order, appends, and notifies at commit which partitions have grown.
 * Only the commit may follow: so log rows of a partition are numbered in commit order.
 */
export const appendLog = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, records: Records) {
  const partitions = byPartition(records)
  if (partitions.length === 0) return
  const grown = writePartitionMask(partitionMask(partitions.map(({ partition }) => partition)))
  yield* sql`
    with touched as (
      select *
      from unnest(
        ${ints(partitions.map(({ partition }) => partition))},
        ${ints(partitions.map(({ records }) => records.length))},
        ${texts(partitions.map(({ records }) => projectsOf(records)))},
        ${byteas(partitions.map(({ records }) => packRecords(records)))}
      ) as t (partition, size, projects, packed)
    ), locked as (
      select count(*)
      from (
        select from log_partitions
        where partition in (select partition from touched)
        order by partition
        for update
      ) l
    ), appended as (
      insert into observation_log (partition, batch_id, size, project_ids, packed)
      select partition, ${records.batchId}::float8::int8, size, projects::uuid[], packed
      from locked, touched
      returning 1
    )
    select pg_notify('observations', ${grown})
    from (select count(*) from appended) a`
})
