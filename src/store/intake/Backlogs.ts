// Counts the unread log rows of each project in a lane, so that ingest can refuse records of a project that is
// too far behind. A backlog is long and read each second, so row numbers are kept in memory and each row is
// read once.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type Backlog, IntakeUnavailable } from "../../intake/ports.ts"
import { floats, ints, uuids } from "../sql/arrays.ts"

/** Returns the refusal of a record that feeds a project that is too far behind. */
export const backlogRefusal = (backlog: Backlog): IntakeUnavailable =>
  new IntakeUnavailable({ reason: "project_backlog", backlog })

/**
 * MAX_ROWS_PER_LOOK is how many log rows of all lanes together are read at a time; further rows follow within
 * seconds.
 */
const MAX_ROWS_PER_LOOK = 20_000
/** MIN_ROWS_PER_LANE is how many are read of each lane in any case: more than arrive between two reads. */
const MIN_ROWS_PER_LANE = 500

interface Lane {
  readonly partition: number
  readonly project: string
  readonly position: number
  readonly cursor: number
}

/** LaneRows is what is known of a lane: the rows that it waits for among those up to `seen`, ascending. */
interface LaneRows {
  readonly seen: number
  readonly ids: ReadonlyArray<number>
}

interface Read {
  readonly lane: number
  readonly ids: ReadonlyArray<number> | null
  readonly last: number
  readonly n: number
}

/** Makes the counter; `most`: unread rows above which further records of a project are refused. */
export const makeBacklogs = (sql: SqlClient.SqlClient, most: number) => {
  let lanesByKey = new Map<string, LaneRows>()
  let overfull: ReadonlyMap<string, Backlog> = new Map()
  let shut: ReadonlyMap<string, Backlog> = new Map()
  const loggedProjects = new Set<string>()

  /** Reads the next rows of lanes, in order and some of each lane, so that a read takes bounded time. */
  const readOn = (lanes: ReadonlyArray<Lane>, seen: ReadonlyArray<number>) => {
    const each = Math.max(MIN_ROWS_PER_LANE, Math.ceil(MAX_ROWS_PER_LOOK / lanes.length))
    return sql<Read>`
      select w.lane::int4 as lane,
        array_agg(o.id::float8 order by o.id) filter (
          where o.project_ids is null or w.project = any(o.project_ids)
        ) as ids,
        max(o.id)::float8 as last,
        count(*)::int4 as n
      from unnest(
        ${ints(lanes.map((l) => l.partition))}, ${uuids(lanes.map((l) => l.project))}, ${floats(seen)},
        ${floats(lanes.map((l) => l.cursor))}
      ) with ordinality as w (partition, project, seen, cursor, lane)
        cross join lateral (
          select id, project_ids
          from observation_log o
          where o.partition = w.partition and o.id > w.seen::int8 and o.id <= w.cursor::int8
          order by o.id
          limit ${each}
        ) o
      group by w.lane`.pipe(
      Effect.map((rows) => new Map(rows.map((row) => [row.lane - 1, { ...row, isAll: row.n < each }])))
    )
  }

  /** Data sources that deliver only records of these projects, by the current assignments of their devices. */
  const sourcesOf = (projects: ReadonlyArray<string>) => sql<{ source: string; project: string }>`
    with assigned as (
      select device_id, project_id
      from project_assignments
      where valid_from <= now() and (valid_to is null or valid_to > now())
    ), full_ones as (
      select distinct i.data_source_id as id
      from assigned a
        join device_identities i on i.device_id = a.device_id
      where a.project_id = any(${uuids(projects)})
    )
    select f.id as source, min(a.project_id::text) as project
    from full_ones f
      join device_identities i on i.data_source_id = f.id
      left join assigned a on a.device_id = i.device_id
    group by f.id
    having bool_and(a.project_id is not null and a.project_id = any(${uuids(projects)}))`

  const tell = Effect.fnUntraced(function* (rows: ReadonlyMap<string, number>) {
    for (const { projectId, rows: n } of overfull.values()) {
      if (loggedProjects.has(projectId)) continue
      loggedProjects.add(projectId)
      yield* Effect.logWarning(
        "the rules of a project are too far behind: what feeds it is answered 503 until they follow, " +
          "other projects go on",
        {
          project_id: projectId,
          unread_rows: n,
          most,
          remedy:
            "needs-attention of the project names the rule that makes most events: disable or archive " +
            "it, or give it a hold"
        }
      )
    }
    for (const projectId of loggedProjects) {
      if ((rows.get(projectId) ?? 0) > most / 2) continue // hysteresis
      loggedProjects.delete(projectId)
      yield* Effect.logInfo("the rules of a project follow again", { project_id: projectId })
    }
  })

  const refresh = Effect.gen(function* () {
    const lanes = yield* sql<Lane>`
      select l.partition::int4 as partition,
        l.project_id as project,
        l.position::float8 as position,
        c.position::float8 as cursor
      from project_lanes l
        join partition_cursor c on c.partition = l.partition`
    const keyOf = ({ partition, project }: Lane) => `${partition} ${project}`
    const before = lanes.map((lane): LaneRows => {
      const { ids, seen } = lanesByKey.get(keyOf(lane)) ?? { ids: [], seen: lane.position }
      return { seen: Math.max(seen, lane.position), ids: ids.filter((id) => id > lane.position) }
    })
    const read =
      lanes.length === 0
        ? new Map<number, never>()
        : yield* readOn(
            lanes,
            before.map(({ seen }) => seen)
          )
    const next = new Map<string, LaneRows>(),
      rows = new Map<string, number>()
    lanes.forEach((lane, i) => {
      const { ids, seen } = before[i]!,
        more = read.get(i)
      const allIds = [...ids, ...(more?.ids ?? [])]
      next.set(keyOf(lane), {
        ids: allIds,
        seen: more === undefined || more.isAll ? Math.max(seen, lane.cursor) : more.last
      })
      rows.set(lane.project, (rows.get(lane.project) ?? 0) + allIds.length)
    })
    lanesByKey = next
    overfull = new Map(
      [...rows].flatMap(([projectId, n]) => (n > most ? [[projectId, { projectId, rows: n }]] : []))
    )
    shut =
      overfull.size === 0
        ? new Map()
        : new Map(
            (yield* sourcesOf([...overfull.keys()])).map(({ project, source }) => [
              source,
              overfull.get(project)!
            ])
          )
    yield* tell(rows)
  })

  return {
    /** Reads the lanes again. */
    refresh,
    /** Returns the projects whose records are refused. */
    overfull: () => overfull,
    /**
     * Returns the backlog that shuts a data source; undefined: none that is known before its records are
     * read.
     */
    shuts: (sourceId: string): Backlog | undefined => shut.get(sourceId)
  }
}
