// Says in the database that ways in are listened to, so that it is known afterwards when they were not.
import { Clock, Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { floats, uuids } from "../sql/arrays.ts"

/** How often whoever listens says so. */
const BEAT_MS = 2000
/** What is stored later than this after the last beat is stored after another one. */
const FRESH_MS = 6000
/** Whoever did not say so for longer cannot say that it heard meanwhile: less than `hearing_patience()`. */
const LINKED_MS = 12_000
/** How long the last beat of a process may take. */
const FAREWELL = "1 second"

/** The beats of one process: by way in, when it said last that it hears. */
export const makeBeats = (sql: SqlClient.SqlClient) => {
  const sentAt = new Map<string | null, number>()
  const steadyMs = Effect.map(Clock.Clock, (clock) => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n))

  /** Says that these ways in are heard, and have been since the beat before. */
  const beat = Effect.fnUntraced(function* (ways: ReadonlyArray<string | null>) {
    if (ways.length === 0) return
    const now = yield* steadyMs
    const heardFor = ways.map((way) => {
      const before = sentAt.get(way)
      return before === undefined || now - before > LINKED_MS ? null : now - before
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

  /** Says so before something is stored, where it was not said just now. */
  const ensure = (way: string | null) =>
    Effect.flatMap(steadyMs, (now) =>
      now - (sentAt.get(way) ?? -Infinity) <= FRESH_MS ? Effect.void : beat([way])
    )

  /** A way in is not heard from now on. */
  const lose = (way: string | null) => void sentAt.delete(way)

  return { beat, ensure, lose }
}

/** What this process says of what is pushed to the API; where it serves none, nothing. */
export const PushBeat = Context.Reference<{
  /** Before anything that was pushed is stored. */
  readonly ensure: Effect.Effect<void, SqlError>
  /** Runs while the API listens. */
  readonly run: Effect.Effect<void>
}>("store/PushBeat", { defaultValue: () => ({ ensure: Effect.void, run: Effect.void }) })

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
        Effect.onInterrupt(() => Effect.ignore(Effect.timeoutOption(Effect.interruptible(once), FAREWELL)))
      )
    }
  })
)
