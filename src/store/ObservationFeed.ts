// The log as the engine reads it: the next rows of every partition, in commit order, and the doorbell.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Editions, Feed, type LogRow } from "../engine/ports.ts"
import { bigints, ints, uuids } from "./arrays.ts"
import { doorbell } from "./doorbell.ts"

/** Log rows of one partition in one batch: a row holds what one ingest transaction had for it. */
const ROWS = 8
/** Observations in one batch, but for a first row that is larger by itself. */
const MOST = 5000

export const ObservationFeed = Layer.effect(Feed, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const pg = yield* PgClient.PgClient
  const wait = yield* doorbell(pg, "observations", "the log")

  const read = Effect.fnUntraced(function*(cursors: ReadonlyArray<{ readonly partition: number; readonly position: number }>) {
    const found = yield* sql<{ partition: number; id: bigint; payload: string; fits: boolean }>`
      select partition, id, case when fits then payload else '' end as payload, fits from (
        select l.*, sum(l.size) over (order by l.id) - l.size < ${MOST} as fits
        from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.position))}) as c (partition, position)
        cross join lateral (select * from observation_log o where o.partition = c.partition and o.id > c.position order by o.id limit ${ROWS}) l) r
      order by id`
    const byPartition = Map.groupBy(found, (r) => r.partition)
    const isAtEnd = ({ partition }: { readonly partition: number }) => {
      const rows = byPartition.get(partition) ?? []
      return rows.length < ROWS && rows.every((r) => r.fits)
    }
    return {
      rows: found.filter((r) => r.fits).map((r): LogRow => ({ partition: r.partition, id: Number(r.id), payload: r.payload })),
      atEnd: new Set(cursors.filter(isAtEnd).map((c) => c.partition))
    }
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
    read, editions, scheduled,
    wait
  })
}))
