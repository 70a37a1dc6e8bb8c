// A database that can be broken in every way a machine breaks one: ended, killed, frozen, without room,
// without connections.
import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Redacted, Schedule, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { join } from "node:path"
import { embeddedPg } from "../../src/postgres/EmbeddedPg.ts"
import { emptyDisk, fillDisk, smallDisk } from "../support/disk.ts"
import { processesOf } from "../support/processes/processes.ts"
import { temporaryDirectory } from "../support/machine.ts"

/** Room for a cluster, its log and a round, and little more. */
const DISK = "700m"
const CONNECTIONS = 60

export interface Database {
  /** as the login user; another after each start */
  readonly url: () => Redacted.Redacted
  readonly port: () => number
  readonly start: Effect.Effect<void>
  /** In order: its users are sent away. */
  readonly stop: Effect.Effect<void>
  readonly kill: Effect.Effect<void>
  readonly freeze: Effect.Effect<void>
  readonly thaw: Effect.Effect<void>
  /** null: its disk is everybody's, and cannot be filled */
  readonly fill: Effect.Effect<void> | null
  readonly empty: Effect.Effect<void>
  /** Takes every connection, those of others too, and holds them for so many milliseconds. */
  readonly crowd: (ms: number) => Effect.Effect<void>
}

export const makeDatabase: Effect.Effect<Database, never, Scope.Scope> = Effect.gen(function* () {
  const disk = yield* smallDisk(DISK)
  const directory = disk ?? (yield* temporaryDirectory)
  const cluster = join(directory, "pg"),
    filler = join(directory, "filler")
  let scope = yield* Scope.make(),
    url = Redacted.make("")
  const start = Effect.gen(function* () {
    scope = yield* Scope.make()
    url = (yield* Scope.provide(
      embeddedPg({
        dataDir: cluster,
        flags: { max_connections: String(CONNECTIONS), max_wal_size: "128MB", shared_buffers: "64MB" }
      }),
      scope
    )).url
  }).pipe(Effect.orDie)
  const leave = Effect.suspend(() => Scope.close(scope, Exit.void))
  const tell = (signal: NodeJS.Signals) =>
    Effect.sync(() => {
      for (const pid of processesOf(cluster)) {
        try {
          process.kill(pid, signal)
        } catch {
          // it followed another into death
        }
      }
    })
  yield* Effect.addFinalizer(() => Effect.andThen(tell("SIGCONT"), leave))
  yield* start
  return {
    url: () => url,
    port: () => Number(new URL(Redacted.value(url)).port),
    start,
    stop: leave,
    kill: Effect.andThen(tell("SIGKILL"), leave),
    freeze: tell("SIGSTOP"),
    thaw: tell("SIGCONT"),
    fill: disk === null ? null : Effect.sync(() => fillDisk(filler)),
    empty: Effect.sync(() => emptyDisk(filler)),
    crowd: (ms) =>
      Effect.gen(function* () {
        const sql = yield* PgClient.make({ url, applicationName: "crowd", maxConnections: CONNECTIONS })
        const sitDown = sql`select pg_terminate_backend(pid), pg_sleep(${ms / 1000}) from pg_stat_activity
            where application_name not in ('crowd', '') and pid <> pg_backend_pid() limit 1`.pipe(
          Effect.andThen(sql`select pg_sleep(${ms / 1000})`),
          Effect.retry(Schedule.spaced("10 millis"))
        )
        yield* Effect.forEach(Array.from({ length: CONNECTIONS }), () => sitDown, {
          concurrency: "unbounded",
          discard: true
        }).pipe(Effect.timeoutOption(ms))
      }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)
  }
})
