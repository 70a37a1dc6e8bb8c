// What ingest does while the database cannot be used: whoever sends is told to come again, and the log is
// told once what is wrong and what to do, and once that it is over.
import { Cause, Clock, Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { explainOutage } from "../sql/clusterDisk.ts"
import { type Explanation, FULL_DISK, publicReason } from "../sql/explainDatabase.ts"
import { isUnavailable } from "../sql/isTransient.ts"

/** How long a sender waits for the database, and how long a look at it may take. */
const PATIENCE = { writing: "10 seconds", reading: "5 seconds" } as const

/**
 * `unavailable` is what failures become that meet whoever tries at that moment, given the reason as a
 * sentence for any caller; others are defects. That something could be stored, or read, is what ends an
 * outage; a database whose disk is full can still be read.
 */
export const makeOutage = <N>(unavailable: (reason: string) => N) => {
  let away: { readonly code: string; readonly since: number } | null = null

  const gone = Effect.fnUntraced(function* (why: Explanation) {
    if (away?.code === why.code) return
    away = { code: why.code, since: away?.since ?? (yield* Clock.currentTimeMillis) }
    yield* Effect.logWarning(
      "the database cannot be used: ingest answers 503 until it can, and nothing acknowledged is lost",
      why
    )
  })
  const back = Effect.suspend(() => {
    if (away === null) return Effect.void
    const { since } = away
    away = null
    return Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.logInfo("the database can be used again", { after_seconds: Math.round((now - since) / 1000) })
    )
  })

  const within =
    (kind: keyof typeof PATIENCE) =>
    <A, E, R>(effect: Effect.Effect<A, E | SqlError, R>): Effect.Effect<A, Exclude<E, SqlError> | N, R> =>
      effect.pipe(
        Effect.timeout(PATIENCE[kind]),
        Effect.tap(() =>
          away === null || (kind === "reading" && away.code === FULL_DISK.code) ? Effect.void : back
        ),
        Effect.catch((error): Effect.Effect<never, Exclude<E, SqlError> | N> => {
          const failed = isSqlError(error) && isUnavailable(error) ? error : null
          if (failed !== null || Cause.isTimeoutError(error))
            return Effect.flatMap(explainOutage(failed), (why) =>
              Effect.andThen(
                gone(why),
                Effect.suspend(() => Effect.fail(unavailable(publicReason(why))))
              )
            )
          // the union without the two above
          return isSqlError(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, SqlError>)
        })
      )
  return { reading: within("reading"), writing: within("writing") }
}
