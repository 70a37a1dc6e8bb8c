// Heartbeats of listening, per source, so that outages of listening are known afterwards.
import { Clock, Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { floats, uuids } from "../sql/arrays.ts"

/** BEAT_MS is the interval of heartbeats. */
const BEAT_MS = 2000
/** BEAT_VALIDITY_MS is how long after a heartbeat records may be stored without another one. */
const BEAT_VALIDITY_MS = 6000
/**
 * MAX_BEAT_GAP_MS is the longest gap between two heartbeats that still counts as listening: less than
 * `hearing_patience()`.
 */
const MAX_BEAT_GAP_MS = 12_000
/** LAST_BEAT_TIMEOUT is how long the last heartbeat of a process may take. */
const LAST_BEAT_TIMEOUT = "1 second"

/** Makes the heartbeats of one process; it remembers when each source had its last one. */
export const makeBeats = (sql: SqlClient.SqlClient) => {
  const sentAt = new Map<string | null, number>()
  const steadyMs = Effect.map(Clock.Clock, (clock) => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n))

  /** Writes that these sources are heard, and have been since the heartbeat before. */
  const beat = Effect.fnUntraced(function* (ways: ReadonlyArray<string | null>) {
    if (ways.length === 0) return
    const now = yield* steadyMs
    const heardFor = ways.map((way) => {
      const before = sentAt.get(way)
      return before === undefined || now - before > MAX_BEAT_GAP_MS ? null : now - before
    })
    yield* sql`
      select hear(w.way, make_interval(secs => w.heard_ms / 1000))
      from (
        select way, heard_ms
        from unnest(${uuids(ways)}, ${floats(heardFor)}) as v (way, heard_ms)
        order by way
      ) w`
    for (const way of ways) sentAt.set(way, now)
  })

  /** Writes a heartbeat before records are stored, unless there was one just now. */
  const ensure = (way: string | null) =>
    Effect.flatMap(steadyMs, (now) =>
      now - (sentAt.get(way) ?? -Infinity) <= BEAT_VALIDITY_MS ? Effect.void : beat([way])
    )

  /** Forgets a source that is no longer listened to. */
  const lose = (way: string | null) => void sentAt.delete(way)

  return { beat, ensure, lose }
}

/** PushBeat is the heartbeat of what is pushed to the API; in a process that serves no API it does nothing. */
export const PushBeat = Context.Reference<{
  /** runs before pushed records are stored */
  readonly ensure: Effect.Effect<void, SqlError>
  /** runs while the API listens */
  readonly run: Effect.Effect<void>
}>("store/PushBeat", { defaultValue: () => ({ ensure: Effect.void, run: Effect.void }) })

/** PushBeatSql is the heartbeat of a process that serves the API. */
export const PushBeatSql = Layer.effect(
  PushBeat,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const { beat, ensure } = makeBeats(sql)
    const once = Effect.ignoreCause(beat([null]))
    return {
      ensure: ensure(null),
      run: once.pipe(
        Effect.andThen(Effect.sleep(BEAT_MS)),
        Effect.forever,
        Effect.onInterrupt(() =>
          Effect.ignore(Effect.timeoutOption(Effect.interruptible(once), LAST_BEAT_TIMEOUT))
        )
      )
    }
  })
)
