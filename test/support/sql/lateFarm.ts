// Engines on real PostgreSQL that look after the past, and what they leave.
import { Context, Effect, Exit, Fiber, Layer, Schedule, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import { v7 } from "uuid"
import { Engine } from "../../../src/engine/live/Engine.ts"
import type { EngineOptions } from "../../../src/engine/live/EngineOptions.ts"
import { Ids } from "../../../src/engine/ports.ts"
import { HearingSql } from "../../../src/store/hearing/HearingSql.ts"
import { FactsSql } from "../../../src/store/engine/FactsSql.ts"
import { HistorySql } from "../../../src/store/engine/HistorySql.ts"
import { JournalSql } from "../../../src/store/engine/JournalSql.ts"
import { LateSpansSql } from "../../../src/store/engine/LateSpansSql.ts"
import { ObservationFeed } from "../../../src/store/engine/ObservationFeed.ts"
import { OwnershipSql } from "../../../src/store/engine/OwnershipSql.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { RuleSetsSql } from "../../../src/store/engine/RuleSetsSql.ts"
import { allGranted } from "../engine/claimAll.ts"

/** What the engine's pool gives, for tests that ask a port themselves. */
export const enginePorts = (url: typeof DatabaseUrl.Service, owner: string) =>
  Layer.mergeAll(
    ObservationFeed,
    RuleSetsSql,
    FactsSql,
    HearingSql,
    HistorySql,
    LateSpansSql,
    JournalSql,
    OwnershipSql(owner),
    allGranted,
    Layer.succeed(Ids, { next: () => v7() })
  ).pipe(
    Layer.provide(
      pool({ role: "pugmark_engine", maxConnections: 4, applicationName: owner, statementTimeoutMs: 30_000 })
    ),
    Layer.provide(Layer.succeed(DatabaseUrl, url))
  )

/** An engine whose late lane waits for nothing, until it is stopped. */
export const start = Effect.fnUntraced(function* (owner: string, more: Partial<EngineOptions> = {}) {
  const scope = yield* Scope.make()
  const layer = Engine.layer({ tickGraceSeconds: 20, lateQuietMs: 0, ...more }).pipe(
    Layer.provide(enginePorts(yield* DatabaseUrl, owner))
  )
  const engine = Context.get(yield* Layer.buildWithScope(layer, scope), Engine)
  const fiber = yield* Effect.forkIn(engine.run, scope)
  return { engine, stop: Effect.andThen(Fiber.interrupt(fiber), Scope.close(scope, Exit.void)) }
})

/** Returns when a table, as far as it is said, is empty. */
export const nothingLeft = (from: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const left = sql<{ n: number }>`select count(*)::int as n from ${sql.literal(from)}`
    yield* left.pipe(
      Effect.repeat({ until: ([row]) => row!.n === 0, schedule: Schedule.spaced("20 millis") }),
      Effect.timeout("20 seconds")
    )
  })

/** Returns when the log is read, by projects in lanes too. */
export const drained = Effect.andThen(
  nothingLeft("observation_log l join partition_cursor c using (partition) where l.id > c.position"),
  nothingLeft("project_lanes")
)

/** Returns when the log is read and no change of the past waits. */
export const settled = Effect.andThen(drained, nothingLeft("late_spans where replayed_at is null"))

/** Somebody changed the past of a subject: what curation and attribution leave for the late lane. */
export const noteSpan = Effect.fnUntraced(function* (
  project: string,
  subject: string,
  from: number,
  reason: "curation" | "attribution" | "activity"
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into late_spans (partition, project_id, subject_id, from_time, reason)
    values (${partitionOf(subject)}::int4, ${project}::uuid, ${subject}::uuid,
    ${new Date(from)}, ${reason})`
})

/** Every event of an entity by its time: what, and what became of it; times in minutes after `start`. */
export const eventsOf = Effect.fnUntraced(function* (entity: string, start: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    time: Date
    kind: string
    late: boolean
    superseded: boolean
    ended_at: Date | null
  }>`
    select time, context ->> 'kind' as kind, late, superseded, ended_at from events
      where entity_id = ${entity}::uuid order by time, id`
  const minute = (at: Date) => (at.getTime() - start) / 60_000
  return rows.map((e) =>
    [
      minute(e.time),
      e.kind,
      ...(e.late ? ["late"] : []),
      ...(e.superseded ? ["superseded"] : []),
      ...(e.ended_at === null ? [] : [`until ${minute(e.ended_at)}`])
    ].join(" ")
  )
})
