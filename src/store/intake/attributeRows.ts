// Turns the reports of a transaction into rows: reads the devices, their assignments, the data sources, and ids
// for the records; then determines the owner of each report, and when it counts as received.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import {
  type Assignments,
  attribute,
  type EntityAssignment,
  type Owner,
  type ProjectAssignment
} from "../../domain/intake/attribute.ts"
import type { Report } from "../../domain/intake/Report.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { monthOf } from "../sql/makeMonth.ts"
import { type RecordIds, reserve } from "./RecordIds.ts"
import { sourceColumns, type SourceRow } from "./Sources.ts"
import type { BatchSummary, WriteBatch } from "./WriteBatch.ts"

/** IdentifiedDevice is the device of an external id at a data source. */
interface IdentifiedDevice {
  readonly sourceId: string
  readonly externalId: string
  readonly deviceId: string
  /** place among the device ids of the transaction, ascending */
  readonly rank: number
}

/** DevicesByName is the known devices, by data source and external id. */
export type DevicesByName = ReadonlyMap<string, ReadonlyMap<string, IdentifiedDevice>>

/**
 * Finds the devices of a transaction by their names and locks them: a change of an assignment needs a
 * conflicting lock, so none can happen between reading the assignments (`lookUp`) and the commit.
 */
const identify = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { hasActivity, names }: BatchSummary
) {
  const identified = new Map<string, Map<string, IdentifiedDevice>>()
  if (names.size === 0) return identified satisfies DevicesByName
  const sources = [...names.keys()]
  const externalIds = [...names.values()].flatMap((ofSource) => [...ofSource])
  // one source, the common case, in the form that reads the index once
  const among =
    sources.length === 1
      ? sql`i.data_source_id = ${sources[0]}::uuid and i.external_id = any(${texts(externalIds)})`
      : sql`(i.data_source_id, i.external_id) in (select *
        from unnest(${uuids([...names].flatMap(([source, { size }]) => Array<string>(size).fill(source)))},
        ${texts(externalIds)}))`
  // activity reads the stored values of a device around the new ones, so two batches with such values must
  // exclude each other
  const lock = sql.literal(hasActivity ? "for no key update of d" : "for key share of d")
  const deviceRows = yield* sql<{ source: string; name: string; id: string }>`
    select i.data_source_id as source, i.external_id as name, d.id
    from device_identities i
      join devices d on d.id = i.device_id
    where ${among}
    order by d.id ${lock}`
  const ranks = new Map<string, number>()
  for (const { id, name, source } of deviceRows) {
    if (!ranks.has(id)) ranks.set(id, ranks.size)
    let ofSource = identified.get(source)
    if (ofSource === undefined) identified.set(source, (ofSource = new Map()))
    ofSource.set(name, { sourceId: source, externalId: name, deviceId: id, rank: ranks.get(id)! })
  }
  return identified satisfies DevicesByName
})

/** NewIds are the batch's id, and new ids for as many records of each kind as it can make. */
export interface NewIds {
  readonly batchId: number
  readonly fixes: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
  readonly states: ReadonlyArray<number>
}

/**
 * LookupRow is the row of the query: parallel arrays, null for empty; of records the numbers drawn for their
 * ids.
 */
interface LookupRow extends NewIds {
  readonly source: ReadonlyArray<string> | null
  readonly adapter: ReadonlyArray<string>
  readonly enabled: ReadonlyArray<boolean>
  readonly history: ReadonlyArray<boolean>
  readonly hash: ReadonlyArray<Uint8Array>
  readonly previous: ReadonlyArray<Uint8Array | null>
  readonly device: ReadonlyArray<string> | null
  readonly project: ReadonlyArray<string>
  readonly entity: ReadonlyArray<string | null>
  readonly begin: ReadonlyArray<Date>
  readonly end: ReadonlyArray<Date | null>
}

/** LookupResult is what a transaction reads before it writes. */
interface LookupResult {
  readonly identified: DevicesByName
  readonly newIds: NewIds
  readonly sources: ReadonlyMap<string, SourceRow>
  /** of each device the assignments that touch the span of the reports */
  readonly assignments: ReadonlyMap<string, Assignments>
}

/**
 * Locks the devices, then reads everything in one statement, because each round trip delays all requests of
 * the transaction.
 */
export const lookUp = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  recordIds: RecordIds,
  summary: BatchSummary,
  sourceIds: ReadonlyArray<string>
) {
  const identified: DevicesByName = yield* identify(sql, summary)
  const assignments = new Map<
    string,
    { readonly projects: Array<ProjectAssignment>; readonly entities: Array<EntityAssignment> }
  >()
  for (const ofSource of identified.values())
    for (const { deviceId } of ofSource.values()) {
      if (!assignments.has(deviceId)) assignments.set(deviceId, { projects: [], entities: [] })
    }
  const devices = uuids([...assignments.keys()]),
    first = new Date(summary.from),
    last = new Date(summary.to)
  const ids = reserve(sql, recordIds, summary)
  const [looked] = yield* sql<LookupRow>`
    select nextval('batch_ids')::float8 as "batchId",
      ${ids.columns},
      s.*, a.*
    from (
      select array_agg(id) as source,
        array_agg(adapter_key) as adapter,
        array_agg(enabled) as enabled,
        array_agg(history) as history,
        array_agg(token_hash) as hash,
        array_agg(previous_token_hash) as previous
      from (select ${sql.literal(sourceColumns)} from data_sources where id = any(${uuids(sourceIds)})) s
    ) s,
      (
        select array_agg(device_id) as device,
          array_agg(project_id) as project,
          array_agg(entity_id) as entity,
          array_agg(valid_from) as begin,
          array_agg(valid_to) as end
        from (
          select device_id, project_id, null::uuid as entity_id, valid_from, valid_to
          from project_assignments
          where device_id = any(${devices}) and valid_from <= ${last}
            and (valid_to is null or valid_to > ${first})
          union all
          select device_id, project_id, entity_id, valid_from, valid_to
          from entity_assignments
          where device_id = any(${devices}) and valid_from <= ${last}
            and (valid_to is null or valid_to > ${first})
        ) a
      ) a`
  const lookup = looked!
  lookup.device?.forEach((id, i) => {
    const from = lookup.begin[i]!.getTime(),
      to = lookup.end[i]?.getTime() ?? Infinity
    const span = { projectId: lookup.project[i]!, from, to }
    const { entities, projects } = assignments.get(id)!
    const entityId = lookup.entity[i]!
    if (entityId === null) projects.push(span)
    else entities.push({ ...span, entityId })
  })
  const sources = new Map(
    lookup.source?.map((id, i): [string, SourceRow] => [
      id,
      {
        id,
        adapter_key: lookup.adapter[i]!,
        enabled: lookup.enabled[i]!,
        history: lookup.history[i]!,
        token_hash: lookup.hash[i]!,
        previous_token_hash: lookup.previous[i]!
      }
    ])
  )
  const newIds: NewIds = { batchId: lookup.batchId, ...ids.given(lookup) }
  return { identified, newIds, sources, assignments } satisfies LookupResult
})

/** UnknownRow is a report of an unregistered device. */
export interface UnknownRow {
  readonly batch: WriteBatch
  /** place in the batch */
  readonly at: number
  readonly report: Report
  /** the stored arrival, which for a source of history is the record's own time; epoch ms */
  readonly receivedAt: number
}

/** Row is a report of a known device, with its owner. */
export interface Row extends UnknownRow {
  readonly device: IdentifiedDevice
  readonly owner: Owner
}

/**
 * Compares rows by device and time. Each table gets its records sorted by its unique key, so that two
 * transactions with the same keys wait in order and cannot deadlock. Tables that are copied to are sorted by
 * month first (`inKeyOrder`).
 */
export const byDevice = (a: Row, b: Row): number => a.device.rank - b.device.rank || a.report.at - b.report.at

/**
 * Makes the comparison of rows by month, device and time. COPY writes one partition after the other, so rows
 * of several months are sorted by month first: an insert and a COPY of the same keys then wait in one order.
 */
export const inKeyOrder = (rows: ReadonlyArray<Row>): ((a: Row, b: Row) => number) => {
  let first = Infinity,
    last = -Infinity
  for (const { report } of rows) {
    if (report.at < first) first = report.at
    if (report.at > last) last = report.at
  }
  if (rows.length === 0 || monthOf(first) === monthOf(last)) return byDevice
  return (a, b) => monthOf(a.report.at) - monthOf(b.report.at) || byDevice(a, b)
}

/** Compares texts by code unit. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** AttributedReports is the reports of batches, in order, by whether their device is known. */
export interface AttributedReports {
  readonly batches: ReadonlyArray<WriteBatch>
  readonly rows: ReadonlyArray<Row>
  readonly unknown: ReadonlyArray<UnknownRow>
}

/** Determines the owner of each report. */
export const attributeRows = (
  batches: ReadonlyArray<WriteBatch>,
  { assignments, identified, sources }: Pick<LookupResult, "assignments" | "identified" | "sources">
): AttributedReports => {
  const rows: Array<Row> = [],
    unknown: Array<UnknownRow> = []
  for (const batch of batches) {
    const { arrivals, credential, verdicts } = batch
    const devices = identified.get(credential.sourceId)
    const isHistory = sources.get(credential.sourceId)?.history === true
    for (let at = 0; at < verdicts.length; at++) {
      const report = verdicts[at]!
      if (report._tag === "Refusal") continue
      const receivedAt = isHistory ? report.at : (arrivals?.[at] ?? batch.receivedAt)
      const device = devices?.get(report.device)
      if (device === undefined) unknown.push({ batch, at, report, receivedAt })
      else {
        const owner = attribute(report.at, assignments.get(device.deviceId)!)
        rows.push({ batch, at, report, receivedAt, device, owner })
      }
    }
  }
  return { batches, rows, unknown }
}

/** Keeps the rows of some of the batches. */
export const onlyBatches = (
  { batches, rows, unknown }: AttributedReports,
  isLeft: (batch: WriteBatch) => boolean
): AttributedReports => ({
  batches: batches.filter(isLeft),
  rows: rows.filter((row) => isLeft(row.batch)),
  unknown: unknown.filter((row) => isLeft(row.batch))
})
