// The server's own database, looked at from outside: how far the engine is, how much fired, and the raw
// inserts that are the limit.
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, type Redacted, Schedule } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { Scope } from "effect/Scope"
import { join } from "node:path"
import { embeddedPg } from "../../src/postgres/EmbeddedPg.ts"

export type Sql = PgClient.PgClient

/** The url of the database of a running server, with the rights of its owner. */
export const databaseUrl = (directory: string): Effect.Effect<Redacted.Redacted, never, Scope> =>
  embeddedPg({ dataDir: join(directory, "pg") }).pipe(
    Effect.orDie,
    Effect.map(({ url }) => url)
  )

/** Connections to the database of a running server, with the rights of its owner. */
export const connect = (directory: string, connections: number): Effect.Effect<Sql, never, Scope> =>
  Effect.gen(function* () {
    const url = yield* databaseUrl(directory)
    return yield* PgClient.make({ url, applicationName: "pugmark bench", maxConnections: connections })
  }).pipe(Effect.provide(Reactivity.layer), Effect.orDie)

/** Waits until the engine has judged all that was stored; epoch ms of that moment. */
export const caughtUp = (sql: Sql): Effect.Effect<number> =>
  sql<{ left: boolean }>`
    select exists (select from observation_log l join partition_cursor c using (partition)
      where l.id > c.position) or exists (select from project_lanes) as left`.pipe(
    Effect.orDie,
    Effect.repeat({ schedule: Schedule.spaced("10 millis"), until: ([row]) => !row!.left }),
    Effect.andThen(Clock.currentTimeMillis)
  )

/** Events of a project so far. */
export const countEvents = (sql: Sql, project: string): Effect.Effect<number> =>
  Effect.map(
    Effect.orDie(
      sql<{ n: number }>`select count(*)::float8 as n from events where project_id = ${project}::uuid`
    ),
    ([row]) => row!.n
  )
