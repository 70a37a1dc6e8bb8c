// The last statement of an ingest transaction: what it stored, for the engine to judge, one log row per
// partition touched.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { MEASUREMENT, partitionOf, POSITION, STATE } from "../../domain/intake/LogEntry.ts"
import { ints, texts } from "../sql/arrays.ts"
import type { Row } from "./attributeRows.ts"
import type { ValueRow } from "./insertMeasurements.ts"
import type { FixRow } from "./insertPositions.ts"
import type { StateRow } from "./insertStates.ts"

/** What was not there before, and the transaction's number. */
export interface Records {
  readonly batchId: number
  /** without those in conflict with another fix */
  readonly fixes: ReadonlyArray<FixRow>
  readonly conflicting: ReadonlyArray<FixRow>
  readonly values: ReadonlyArray<ValueRow>
  readonly states: ReadonlyArray<StateRow>
}

/** An entry and its place in the order of judging (`inOrder` of domain/rule/Observation.ts). */
interface Entry {
  readonly partition: number
  readonly project: string
  readonly at: number
  readonly rank: number
  readonly key: string
  readonly id: number
  readonly json: string
}

const inOrder = (a: Entry, b: Entry): number =>
  a.at - b.at || a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) || a.id - b.id

// Written by hand: ids, metric names and finite numbers are JSON as they stand, and this runs for every
// record.
const head = (
  kind: number,
  project: string,
  { device, owner, receivedAt, report }: Row,
  id: number
): string => {
  const entity = owner.entityId === null ? "null" : `"${owner.entityId}"`
  return `[${kind},"${project}","${device.deviceId}",${entity},${report.at},${receivedAt - report.at},${id}`
}

const partitionOfRow = ({ device, owner }: Row): number => partitionOf(owner.entityId ?? device.deviceId)

/**
 * What rules may see of the new records: those of a project; positions that are valid and not in conflict,
 * measurements that are numbers, all states.
 */
const entriesOf = ({ fixes, states, values }: Records): ReadonlyArray<Entry> => {
  const entries: Array<Entry> = []
  for (const { id, key, row, value } of states) {
    const project = row.owner.projectId
    if (project === null) continue
    entries.push({
      partition: partitionOfRow(row),
      project,
      at: row.report.at,
      rank: 0,
      key,
      id,
      json: `${head(STATE, project, row, id)},"${key}",${value}]`
    })
  }
  for (const { id, metric, row, value } of values) {
    const project = row.owner.projectId
    if (project === null || typeof value !== "number") continue
    entries.push({
      partition: partitionOfRow(row),
      project,
      at: row.report.at,
      rank: 1,
      key: metric,
      id,
      json: `${head(MEASUREMENT, project, row, id)},"${metric}",${value}]`
    })
  }
  for (const { fix, id, row } of fixes) {
    const project = row.owner.projectId
    if (project === null || !fix.valid) continue
    const place = `${fix.lon},${fix.lat},${fix.altitudeM},${fix.speedMps},${fix.accuracyM}`
    const heading = fix.headingDeg === null ? "" : `,${fix.headingDeg}`
    const json = `${head(POSITION, project, row, id)},${place},${fix.network ? 1 : 0}${heading}]`
    entries.push({
      partition: partitionOfRow(row),
      project,
      at: row.report.at,
      rank: 2,
      key: fix.network ? "network" : "gnss",
      id,
      json
    })
  }
  return entries
}

/** Whose entries they are, each project once, as PostgreSQL writes an array. */
const projectsOf = (entries: ReadonlyArray<Entry>): string =>
  `{${[...new Set(entries.map((e) => e.project))].join(",")}}`

/**
 * Locks the partitions' rows in ascending order, appends, and notifies the engine at commit. Nothing may
 * follow but the commit: log rows of a partition are then numbered in commit order.
 */
export const appendLog = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, records: Records) {
  const entries = entriesOf(records)
  if (entries.length === 0) return
  const byPartition = [...Map.groupBy(entries, (e) => e.partition)].sort(([a], [b]) => a - b)
  yield* sql`
    with touched as (
      select *
      from unnest(
        ${ints(byPartition.map(([partition]) => partition))},
        ${ints(byPartition.map(([, list]) => list.length))},
        ${texts(byPartition.map(([, list]) => projectsOf(list)))},
        ${texts(
          byPartition.map(
            ([, list]) =>
              `[${[...list]
                .sort(inOrder)
                .map((e) => e.json)
                .join(",")}]`
          )
        )}
      ) as t (partition, size, projects, payload)
    ), locked as (
      select count(*)
      from (
        select from log_partition
        where partition in (select partition from touched)
        order by partition
        for update
      ) l
    ), appended as (
      insert into observation_log (partition, batch_id, size, project_ids, payload)
      select partition, ${records.batchId}::float8::int8, size, projects::uuid[], payload
      from locked, touched
      returning 1
    )
    select pg_notify('observations', '')
    from (select count(*) from appended) a`
})
