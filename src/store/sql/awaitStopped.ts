// Before a migration: whether a process of an earlier release still works on the database. It would write as before
// into tables that are no longer as they were.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { BEAT_SECONDS } from "../../domain/system/SystemLimits.ts"
import { MigrationError } from "./Migrations.ts"

/** YOUNG_BEAT_SECONDS is the age up to which a heartbeat may be that of a process that runs. */
const YOUNG_BEAT_SECONDS = 3 * BEAT_SECONDS
/** LOOK_INTERVAL_SECONDS is how often heartbeats are looked at, up to a little longer than one takes to come. */
const LOOK_INTERVAL_SECONDS = 0.5
const LOOK_COUNT = (BEAT_SECONDS + 2) / LOOK_INTERVAL_SECONDS

/** Reads the time of each young heartbeat, by process and role. */
const youngBeats = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const beats = yield* sql<{ worker: string; at: number }>`
    select worker, extract(epoch from beat_at)::float8 as at
    from worker_heartbeats
    where beat_at > clock_timestamp() - make_interval(secs => ${YOUNG_BEAT_SECONDS}::float8)
    order by worker`
  return new Map(beats.map(({ at, worker }) => [worker, at]))
})

const processOf = (worker: string): string => worker.split("/")[0]!

/** Returns processes with their roles, as `host:pid (engine, serve)`. */
const inWords = (workers: ReadonlyArray<string>): string =>
  [...Map.groupBy(workers, processOf)]
    .map(([process, own]) => {
      const roles = new Set(own.map((worker) => worker.split("/")[1]!.split(":")[0]))
      return `${process} (${[...roles].join(", ")})`
    })
    .join(", ")

/**
 * Returns when no process writes heartbeats: at once where the newest is old, else after one would have come.
 * Fails where one comes, with the processes by name.
 */
export const awaitStopped = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ exists: boolean }>`
    select to_regclass('worker_heartbeats') is not null as exists`
  if (!table!.exists) return
  const first = yield* youngBeats
  for (let look = 0; first.size > 0 && look < LOOK_COUNT; look++) {
    yield* Effect.sleep(`${LOOK_INTERVAL_SECONDS} seconds`)
    const beats = yield* youngBeats
    const running = new Set(
      [...beats].filter(([worker, at]) => at > (first.get(worker) ?? 0)).map(([worker]) => processOf(worker))
    )
    if (running.size === 0) continue
    const workers = [...beats.keys()].filter((worker) => running.has(processOf(worker)))
    return yield* new MigrationError({
      message:
        `the database is in use by another version: ${inWords(workers)}. ` +
        "Stop it, make a backup, and start this version again. Nothing was changed."
    })
  }
})
