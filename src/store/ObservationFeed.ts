// The log as the engine reads it: the next rows of every partition, in commit order, and the doorbell.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Cursor, type Editions, Feed, type Lane, type LogRow, type Reading, type WindowAsked, type WindowRows } from "../engine/ports.ts"
import { bigints, bools, ints, texts, uuids } from "./arrays.ts"
import { doorbell } from "./doorbell.ts"

interface NextRow {
  readonly partition: number
  readonly id: bigint
  readonly payload: string
  readonly fits: boolean
  /** it holds something of a project that is in no lane */
  readonly counts: boolean
}

/** Log rows of one partition in one batch: a row holds what one ingest transaction had for it. */
const ROWS = 8
/** Rows of one partition that are passed in one batch, where projects in lanes have most of them: what is in them is not read. */
const PASSED = 10_000
/** Log rows of one window. */
const WINDOW = 1000

export const ObservationFeed = Layer.effect(Feed, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const pg = yield* PgClient.PgClient
  const wait = yield* doorbell(pg, "observations", "the log")

  /** The next rows, all of them to be judged. */
  const next = (cursors: ReadonlyArray<Cursor>, most: number) => sql<NextRow>`
    select partition, id, case when fits then payload else '[]' end as payload, fits, true as counts from (
      select l.*, sum(l.size) over (order by l.id) - l.size < ${most} as fits
      from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.position))}) as c (partition, position)
      cross join lateral (select partition, id, size, payload from observation_log o where o.partition = c.partition and o.id > c.position order by o.id limit ${ROWS}) l) r
    order by id`

  /** The same where projects are in lanes: rows that hold nothing of others are passed. A partition ends before a row that does not fit. */
  const nextPassing = (cursors: ReadonlyArray<Cursor>, lanes: ReadonlyArray<Lane>, most: number) => {
    const parked = [...Map.groupBy(lanes, (l) => l.partition)]
    return sql<NextRow>`
      with c as (select c.partition, c.position, p.projects from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.position))}) as c (partition, position)
        left join (select partition, string_to_array(projects, ' ')::uuid[] as projects
          from unnest(${ints(parked.map(([partition]) => partition))}, ${texts(parked.map(([, own]) => own.map((l) => l.projectId).join(" ")))}) as p (partition, projects)) p using (partition)
      ), near as (
        select l.*, sum(l.counts::int) over (partition by l.partition order by l.id) as nth, sum(case when l.counts then l.size else 0 end) over (order by l.id) - l.size < ${most} as holds
        from c cross join lateral (select o.partition, o.id, o.size, not coalesce(o.project_ids <@ c.projects, false) as counts
          from observation_log o where o.partition = c.partition and o.id > c.position order by o.id limit case when c.projects is null then ${ROWS} else ${PASSED} end) l
      ), fitting as (
        select partition, id, counts, bool_and(not counts or (nth <= ${ROWS} and holds)) over (partition by partition order by id) as fits from near
      )
      select f.partition, f.id, f.fits, f.counts, case when f.fits and f.counts then (select payload from observation_log o where o.partition = f.partition and o.id = f.id) else '[]' end as payload
      from fitting f where f.fits or f.counts order by f.id`
  }

  const read = Effect.fnUntraced(function*({ cursors, lanes }: Reading, most: number) {
    const found = lanes.length === 0 ? yield* next(cursors, most) : yield* nextPassing(cursors, lanes, most)
    const byPartition = Map.groupBy(found, (r) => r.partition), parted = new Set(lanes.map((l) => l.partition))
    const isAtEnd = ({ partition }: Cursor) => {
      const rows = byPartition.get(partition) ?? []
      return rows.every((r) => r.fits) && rows.length < (parted.has(partition) ? PASSED : ROWS) && rows.filter((r) => r.counts).length < ROWS
    }
    return {
      rows: found.filter((r) => r.fits).map((r): LogRow => ({ partition: r.partition, id: Number(r.id), payload: r.payload })),
      atEnd: new Set(cursors.filter(isAtEnd).map((c) => c.partition))
    }
  }, Effect.orDie)

  const windows = Effect.fnUntraced(function*(projectId: string, asked: ReadonlyArray<WindowAsked>, most: number) {
    const share = Math.ceil(most / Math.max(1, asked.length))
    const rows = yield* sql<{ partition: number; id: bigint; payload: string; fits: boolean }>`
      with near as (
        select a.fixed, l.*, sum(l.size) over (partition by l.partition order by l.id) - l.size < ${share} and l.n < ${WINDOW} as small
        from unnest(${ints(asked.map((a) => a.partition))}, ${bigints(asked.map((a) => a.from))}, ${bigints(asked.map((a) => a.to))}, ${bools(asked.map((a) => a.fixed))}) as a (partition, start, stop, fixed)
        cross join lateral (select o.partition, o.id, o.size, row_number() over (order by o.id) as n from observation_log o
          where o.partition = a.partition and o.id > a.start and o.id <= a.stop and (o.project_ids is null or o.project_ids @> array[${projectId}::uuid])
          order by o.id limit case when a.fixed then null else ${WINDOW} end) l
      )
      select n.partition, n.id, n.fixed or n.small as fits, case when n.fixed or n.small then (select payload from observation_log o where o.partition = n.partition and o.id = n.id) else '' end as payload
      from near n order by n.id`
    const byPartition = Map.groupBy(rows, (r) => r.partition)
    return asked.map(({ fixed, partition, to }): WindowRows => {
      const near = byPartition.get(partition) ?? [], own = near.filter((r) => r.fits)
      const isWhole = fixed || (own.length === near.length && near.length < WINDOW)
      return { partition, upTo: isWhole ? to : Number(own.at(-1)!.id), rows: own.map((r) => ({ partition, id: Number(r.id), payload: r.payload })) }
    })
  }, Effect.orDie)

  const scheduled = sql<{ id: string; book: number; roster: number }>`
    select p.id, p.book_version::float8 as book, p.roster_version::float8 as roster from projects p where exists (
      select from rules r join rule_versions v on v.rule_id = r.id and v.version = r.current_version
      where r.project_id = p.id and r.enabled and r.archived_at is null and v.document -> 'trigger' ->> 'kind' = 'schedule')`.pipe(
      Effect.map((rows) => new Map<string, Editions>(rows.map(({ id, book, roster }) => [id, { book, roster }]))),
      Effect.orDie)

  const editions = Effect.fnUntraced(function*(projectIds: ReadonlyArray<string>) {
    const rows = yield* sql<{ id: string; book: number; roster: number }>`
      select id, book_version::float8 as book, roster_version::float8 as roster from projects where id = any(${uuids(projectIds)})`
    return new Map<string, Editions>(rows.map(({ id, book, roster }) => [id, { book, roster }]))
  }, Effect.orDie)

  return Feed.of({
    read, windows, editions, scheduled,
    wait
  })
}))
