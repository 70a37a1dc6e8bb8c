// How much of each project in a lane is unread, for ingest to stop taking what feeds one that is too far
// behind. A backlog is long and looked at each second, so its rows are remembered by their numbers: each is
// read once.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type Backlog, IntakeUnavailable } from "../../intake/ports.ts"
import { floats, ints, uuids } from "../sql/arrays.ts"

/** The answer to what feeds a project that is too far behind. */
export const behind = (backlog: Backlog): IntakeUnavailable =>
  new IntakeUnavailable({ reason: "project_backlog", backlog })

/** Log rows that are read at a look, of all lanes together: more is counted within the next seconds, */
const READ = 20_000
/** and of each lane in any case, which is more than comes in between two looks. */
const AT_LEAST = 500

interface Lane {
  readonly partition: number
  readonly project: string
  readonly position: number
  readonly cursor: number
}

/** What is known of a lane: the rows that it waits for among those up to `seen`, ascending. */
interface Known {
  readonly seen: number
  readonly ids: ReadonlyArray<number>
}

interface Read {
  readonly lane: number
  readonly ids: ReadonlyArray<number> | null
  readonly last: number
  readonly n: number
}

/** `most`: unread rows above which nothing more of a project is taken. */
export const makeBacklogs = (sql: SqlClient.SqlClient, most: number) => {
  let known = new Map<string, Known>()
  let overfull: ReadonlyMap<string, Backlog> = new Map()
  let shut: ReadonlyMap<string, Backlog> = new Map()
  const told = new Set<string>()

  /**
   * The rows of lanes after those that are known, in order: some of each lane, so that a look takes no longer
   * than it may.
   */
  const readOn = (lanes: ReadonlyArray<Lane>, seen: ReadonlyArray<number>) => {
    const each = Math.max(AT_LEAST, Math.ceil(READ / lanes.length))
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

  /** Data sources that bring nothing but records of such projects, as their devices are assigned now. */
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
      if (told.has(projectId)) continue
      told.add(projectId)
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
    for (const projectId of told) {
      if ((rows.get(projectId) ?? 0) > most / 2) continue // around the bound it would be told every second
      told.delete(projectId)
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
    const before = lanes.map((lane): Known => {
      const { ids, seen } = known.get(keyOf(lane)) ?? { ids: [], seen: lane.position }
      return { seen: Math.max(seen, lane.position), ids: ids.filter((id) => id > lane.position) }
    })
    const read =
      lanes.length === 0
        ? new Map<number, never>()
        : yield* readOn(
            lanes,
            before.map(({ seen }) => seen)
          )
    const next = new Map<string, Known>(),
      rows = new Map<string, number>()
    lanes.forEach((lane, i) => {
      const { ids, seen } = before[i]!,
        more = read.get(i)
      const all = [...ids, ...(more?.ids ?? [])]
      next.set(keyOf(lane), {
        ids: all,
        seen: more === undefined || more.isAll ? Math.max(seen, lane.cursor) : more.last
      })
      rows.set(lane.project, (rows.get(lane.project) ?? 0) + all.length)
    })
    known = next
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
    /** Looks at the lanes anew. */
    refresh,
    /** The projects that nothing more is taken of. */
    overfull: () => overfull,
    /**
     * What stands in the way of a data source; undefined: nothing that is known before its records are looked
     * at.
     */
    shuts: (sourceId: string): Backlog | undefined => shut.get(sourceId)
  }
}
