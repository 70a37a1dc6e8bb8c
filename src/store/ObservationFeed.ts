// The log as the engine reads it: the next rows of every partition, in commit order, and the doorbell.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Queue, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Editions, Feed, type LogRow } from "../engine/ports.ts"
import { bigints, ints, uuids } from "./arrays.ts"

/** Log rows of one partition in one batch: a row holds what one ingest transaction had for it. */
const ROWS = 8
/** Observations in one batch, but for a first row that is larger by itself. */
const MOST = 5000

export const ObservationFeed = Layer.effect(Feed, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const pg = yield* PgClient.PgClient
  const bell = yield* Queue.sliding<void>(1)
  // lost while disconnected: whoever waits looks every second anyway
  yield* Effect.forkScoped(Effect.scoped(Effect.flatMap(pg.listen("observations"), (heard) => Effect.forever(Effect.andThen(Queue.take(heard), Queue.offer(bell, undefined))))).pipe(
    Effect.catchCause((cause) => Effect.logDebug("the doorbell of the log is lost", cause)),
    Effect.repeat(Schedule.spaced("1 second"))
  ))

  const read = Effect.fnUntraced(function*(cursors: ReadonlyArray<{ readonly partition: number; readonly position: number }>) {
    const found = yield* sql<{ partition: number; id: bigint; received_at: Date; payload: string; fits: boolean }>`
      select partition, id, received_at, case when fits then payload else '' end as payload, fits from (
        select l.*, sum(l.size) over (order by l.id) - l.size < ${MOST} as fits
        from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.position))}) as c (partition, position)
        cross join lateral (select * from observation_log o where o.partition = c.partition and o.id > c.position order by o.id limit ${ROWS}) l) r
      order by id`
    const perPartition = new Map<number, number>()
    for (const r of found) perPartition.set(r.partition, (perPartition.get(r.partition) ?? 0) + 1)
    return {
      rows: found.filter((r) => r.fits).map((r): LogRow => ({ partition: r.partition, id: Number(r.id), receivedAt: r.received_at.getTime(), payload: r.payload })),
      atEnd: found.every((r) => r.fits) && [...perPartition.values()].every((n) => n < ROWS)
    }
  }, Effect.orDie)

  const editions = Effect.fnUntraced(function*(projectIds: ReadonlyArray<string>) {
    const rows = yield* sql<{ id: string; book: number; roster: number }>`
      select id, book_version::float8 as book, roster_version::float8 as roster from projects where id = any(${uuids(projectIds)})`
    return new Map<string, Editions>(rows.map(({ id, book, roster }) => [id, { book, roster }]))
  }, Effect.orDie)

  return Feed.of({
    read, editions,
    wait: (milliseconds) => Effect.asVoid(Effect.timeoutOption(Queue.take(bell), milliseconds))
  })
}))
