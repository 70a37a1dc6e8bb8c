// The past of many subjects in an interval, as SQL: records by effective time, arrivals by receipt.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Slice } from "../../backtest/ports.ts"
import type { Stretch } from "../../domain/hearing/Hearing.ts"
import type { RecordType } from "../../domain/tracking/recordTypes.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Reads } from "../../domain/rule/Reads.ts"
import { instants, texts, uuids } from "../sql/arrays.ts"
import { HEARD_SQL } from "../tracking/positions/sentValid.ts"
import { subjectConditions, subjectTable } from "../engine/facts/readable.ts"
import {
  recordColumns,
  deviceStateOf,
  type Head,
  type MeasurementRow,
  measurementOf,
  type PositionRow,
  positionOf,
  type StateRow
} from "../engine/history/recordRows.ts"
import { evaluable } from "../engine/history/spanTable.ts"

// how far back the newest arrivals are searched first
const RECENT_MS = 2 * 86_400_000

/** A record with the id of its subject. */
type OwnedRow<Row extends Head> = Row & { readonly subject_id: string }

const head = (time: string) => `r.device_id, r.id as record_id, ${time} as at, r.received_at`

/** Makes the readers of past rows. */
export const pastRows = (sql: SqlClient.SqlClient) => {
  /** Returns the earliest rows of all subjects, with a limit for each. */
  const earliest = <Row extends Head>(
    { from, limit, subjects, to }: Slice,
    table: keyof typeof recordColumns,
    condition: Fragment
  ) =>
    Effect.forEach(subjectConditions, ({ isOfKind, mine }) => {
      const subjectsOfKind = subjects.filter(isOfKind)
      return subjectsOfKind.length === 0
        ? Effect.succeed([])
        : sql<OwnedRow<Row>>`
          select s.id as subject_id, r.*
          from ${subjectTable(sql, subjectsOfKind)}
            cross join lateral (
              select ${sql.literal(`${head("r.original_time")}, ${recordColumns[table]}`)}
              from ${sql.literal(table)} r
              where ${sql.literal(`${mine} and ${evaluable[table]}`)} and r.curated_time is null
                and ${condition} and r.original_time >= ${new Date(from)}
                and r.original_time < ${new Date(to)}
              order by r.original_time
              limit ${limit}
            ) r
          order by r.at
          limit ${limit}`
    }).pipe(Effect.map((lists) => lists.flat()))

  /** Fixes that were moved in time have an index of their own. */
  const movedInTime = (
    { from, limit, projectId, subjects, to }: Slice,
    types: ReadonlyArray<RecordType>
  ) => sql<OwnedRow<PositionRow>>`
    select coalesce(r.entity_id, r.device_id) as subject_id,
      ${sql.literal(`${head("r.curated_time")}, ${recordColumns.positions}`)}
    from positions r
    where r.project_id = ${projectId}::uuid and r.curated_time >= ${new Date(from)}
      and r.curated_time < ${new Date(to)} and ${sql.literal(evaluable.positions)}
      and r.record_type = any(${texts(types)})
      and coalesce(r.entity_id, r.device_id) = any(${uuids(subjects.map((s) => s.id))})
    order by r.curated_time
    limit ${limit}`

  const subjectsOf = (subjects: ReadonlyArray<Subject>) => {
    const byId = new Map(subjects.map((s) => [s.id, s]))
    const carried = new Map<string, Subject>()
    return ({ device_id, subject_id }: OwnedRow<Head>): Subject => {
      const namedSubject = byId.get(subject_id)!
      if (namedSubject.deviceId === device_id) return namedSubject
      const key = `${subject_id}|${device_id}`
      let subject = carried.get(key)
      if (subject === undefined) carried.set(key, (subject = { ...namedSubject, deviceId: device_id }))
      return subject
    }
  }

  /** The earliest records of the slice that `reads` names, valid and not in conflict, in the order of time. */
  const records = Effect.fnUntraced(function* (slice: Slice, reads: Reads) {
    const { metrics, positions, states } = reads
    const subjectOf = subjectsOf(slice.subjects)
    const observations: Array<Observation> = []
    if (positions.length > 0) {
      const rows = yield* earliest<PositionRow>(
        slice,
        "positions",
        sql`r.record_type = any(${texts(positions)})`
      )
      for (const r of [...rows, ...(yield* movedInTime(slice, positions))])
        observations.push(positionOf(subjectOf(r), r))
    }
    if (metrics === null || metrics.length > 0) {
      const wanted = metrics === null ? sql.literal("true") : sql`r.metric_key = any(${texts(metrics)})`
      const rows = yield* earliest<MeasurementRow>(slice, "measurements", wanted)
      for (const r of rows) observations.push(measurementOf(subjectOf(r), r))
    }
    if (states === null || states.length > 0) {
      const wanted = states === null ? sql.literal("true") : sql`r.state_key = any(${texts(states)})`
      const rows = yield* earliest<StateRow>(slice, "device_states", wanted)
      for (const r of rows) observations.push(deviceStateOf(subjectOf(r), r))
    }
    return observations.sort((a, b) => a.at - b.at).slice(0, slice.limit)
  })

  /** Everything that arrived in an interval of the clock, as a relation (subject_id, received_at). */
  const received = (projectId: string, subjects: ReadonlyArray<Subject>, from: number | null, to: number) => {
    const branch = (table: string, condition: string) => sql`
      select coalesce(r.entity_id, r.device_id) as subject_id, r.received_at
      from ${sql.literal(table)} r
      where r.project_id = ${projectId}::uuid
        and ${from === null ? sql`true` : sql`r.received_at >= ${new Date(from)}`}
        and r.received_at < ${new Date(to)} and ${sql.literal(condition)}
        and coalesce(r.entity_id, r.device_id) = any(${uuids(subjects.map((s) => s.id))})`
    return sql`${branch("positions", HEARD_SQL)} union all ${branch("measurements", "r.value_number is not null")}
      union all ${branch("device_states", "true")}`
  }

  /**
   * When records of the slice's subjects arrived, by the clock: the first and the last arrival of every
   * `grain` milliseconds, in the order of time. Silences longer than that are exact.
   */
  const arrivals = Effect.fnUntraced(function* (
    { from, limit, projectId, subjects, to }: Slice,
    grain: number
  ) {
    const rows = yield* sql<{ subject_id: string; at: Date }>`
      with ends as (
        select subject_id, min(received_at) as first, max(received_at) as last
        from (${received(projectId, subjects, from, to)}) r
        group by subject_id, floor(extract(epoch from received_at) * 1000 / ${grain}::float8)
      )
      select subject_id, first as at
      from ends
      union
      select subject_id, last
      from ends
      order by at
      limit ${limit}`
    return rows.map((r) => ({ subjectId: r.subject_id, at: r.at.getTime() }))
  })

  /** When delayed records were sent, in the intervals, thinned as arrivals are. */
  const delayedSendTimes = Effect.fnUntraced(function* (
    { limit, projectId, subjects }: Omit<Slice, "from" | "to">,
    stretches: ReadonlyArray<Stretch>,
    grain: number
  ) {
    if (stretches.length === 0 || subjects.length === 0) return []
    const branch = (table: string, condition: string) => sql`
      select coalesce(r.entity_id, r.device_id) as subject_id, r.original_time as at
      from ${sql.literal(table)} r
      where r.project_id = ${projectId}::uuid and r.original_time >= o.since and r.original_time < o.until
        and r.received_at > r.original_time and ${sql.literal(condition)}
        and coalesce(r.entity_id, r.device_id) = any(${uuids(subjects.map((s) => s.id))})`
    const rows = yield* sql<{ subject_id: string; at: Date }>`
      with ends as (
        select r.subject_id, min(r.at) as first, max(r.at) as last
        from unnest(
            ${instants(stretches.map((s) => s.from))}, ${instants(stretches.map((s) => s.to))}
          ) as o (since, until)
          cross join lateral (
            ${branch("positions", HEARD_SQL)} union all ${branch("measurements", "r.value_number is not null")}
            union all ${branch("device_states", "true")}
          ) r
        group by r.subject_id, floor(extract(epoch from r.at) * 1000 / ${grain}::float8)
      )
      select subject_id, first as at
      from ends
      union
      select subject_id, last
      from ends
      order by at
      limit ${limit}`
    return rows.map((r) => ({ subjectId: r.subject_id, at: r.at.getTime() }))
  })

  /**
   * The newest arrival before a moment, by subject. Arrivals within RECENT_MS are found without scanning the
   * whole past.
   */
  const lastSeen = Effect.fnUntraced(function* (
    projectId: string,
    subjects: ReadonlyArray<Subject>,
    before: number
  ) {
    const newest = (list: ReadonlyArray<Subject>, from: number | null) =>
      list.length === 0
        ? Effect.succeed([])
        : sql<{ subject_id: string; at: Date }>`
          select subject_id, max(received_at) as at
          from (${received(projectId, list, from, before)}) r
          group by subject_id`
    const recent = yield* newest(subjects, before - RECENT_MS)
    const heard = new Set(recent.map((r) => r.subject_id))
    const older = yield* newest(
      subjects.filter((s) => !heard.has(s.id)),
      null
    )
    return new Map([...recent, ...older].map((r) => [r.subject_id, r.at.getTime()]))
  })

  return { records, arrivals, delayedSendTimes, lastSeen }
}
