// The last statement of an ingest transaction: appends the new records to the log for the engine, one log row
// per affected partition.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import {
  encodeLog,
  type LogEntry,
  MEASUREMENT_KIND,
  partitionOf,
  POSITION_KIND,
  STATE_KIND
} from "../../domain/intake/LogEntry.ts"
import { ints, texts } from "../sql/arrays.ts"
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

/**
 * Placed is an entry with its partition and its place in the order of evaluation (`inOrder` of
 * domain/rule/Observation.ts).
 */
interface Placed {
  readonly partition: number
  readonly project: string
  readonly at: number
  readonly rank: number
  readonly key: string
  readonly id: number
  readonly entry: LogEntry
}

const inOrder = (a: Placed, b: Placed): number =>
  a.at - b.at || a.rank - b.rank || byText(a.key, b.key) || a.id - b.id

const partitionOfRow = ({ device, owner }: Row): number => partitionOf(owner.entityId ?? device.deviceId)

/** Returns the common members of the entries of a row. */
const headOf = ({ device, owner, receivedAt, report }: Row) => ({
  project: owner.projectId,
  device: device.deviceId,
  entity: owner.entityId,
  at: report.at,
  delay: receivedAt - report.at
})

/**
 * Returns the new records that rules may read: those of a project; positions that are valid and not in
 * conflict, finite measurements, all states. Entries are written out in full: an object that spreads another
 * takes several times its memory.
 */
const placedOf = ({ fixes, states, values }: Records): ReadonlyArray<Placed> => {
  const placed: Array<Placed> = []
  for (const { id, key, row, value } of states) {
    const { at, delay, device, entity, project } = headOf(row)
    if (project === null) continue
    const parsed: unknown = JSON.parse(value)
    const entry: LogEntry = [STATE_KIND, project, device, entity, at, delay, id, key, parsed]
    placed.push({ partition: partitionOfRow(row), project, at, rank: 0, key, id, entry })
  }
  for (const { id, metric, row, value } of values) {
    const { at, delay, device, entity, project } = headOf(row)
    if (project === null || typeof value !== "number") continue
    const entry: LogEntry = [MEASUREMENT_KIND, project, device, entity, at, delay, id, metric, value]
    placed.push({ partition: partitionOfRow(row), project, at, rank: 1, key: metric, id, entry })
  }
  for (const { fix, id, row } of fixes) {
    const { at, delay, device, entity, project } = headOf(row)
    if (project === null || !fix.valid) continue
    const { accuracyM: accuracy, altitudeM: altitude, headingDeg: heading, lat, lon, speedMps: speed } = fix
    const [key, flag] = fix.network ? (["network", 1] as const) : (["gnss", 0] as const)
    const entry: LogEntry = [
      POSITION_KIND,
      project,
      device,
      entity,
      at,
      delay,
      id,
      lon,
      lat,
      altitude,
      speed,
      accuracy,
      flag,
      heading
    ]
    placed.push({ partition: partitionOfRow(row), project, at, rank: 2, key, id, entry })
  }
  return placed
}

/** Returns the projects of the entries, each once, as a PostgreSQL array. */
const projectsOf = (placed: ReadonlyArray<Placed>): string =>
  `{${[...new Set(placed.map(({ project }) => project))].join(",")}}`

/**
 * Locks the partitions' rows in ascending order, appends, and notifies the engine at commit. Only the commit
 * may follow: so log rows of a partition are numbered in commit order.
 */
export const appendLog = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, records: Records) {
  const placed = placedOf(records)
  if (placed.length === 0) return
  const byPartition = [...Map.groupBy(placed, ({ partition }) => partition)].sort(([a], [b]) => a - b)
  yield* sql`
    with touched as (
      select *
      from unnest(
        ${ints(byPartition.map(([partition]) => partition))},
        ${ints(byPartition.map(([, list]) => list.length))},
        ${texts(byPartition.map(([, list]) => projectsOf(list)))},
        ${texts(byPartition.map(([, list]) => encodeLog(list.sort(inOrder).map(({ entry }) => entry))))}
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
