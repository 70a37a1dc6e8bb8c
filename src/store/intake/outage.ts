// What ingest does while the database is unavailable: senders are told to retry, and the log has one entry when
// the outage begins, with its cause and remedy, and one when it ends.
import { Cause, Clock, Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { explainOutage } from "../sql/clusterDisk.ts"
import { type Explanation, FULL_DISK_EXPLANATION, publicReason } from "../sql/explainDatabase.ts"
import { isUnavailable } from "../sql/isTransient.ts"

/** DATABASE_TIMEOUT is how long a sender waits for the database, and how long a read may take. */
const DATABASE_TIMEOUT = { writing: "10 seconds", reading: "5 seconds" } as const

/**
 * Makes the wrappers of writes and reads. Failures of an unavailable database become `unavailable`, given the
 * reason as a sentence for any caller; other failures of SQL are defects. A successful write or read ends an
 * outage of its kind; a database with a full disk can still be read.
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
    (kind: keyof typeof DATABASE_TIMEOUT) =>
    <A, E, R>(effect: Effect.Effect<A, E | SqlError, R>): Effect.Effect<A, Exclude<E, SqlError> | N, R> =>
      effect.pipe(
        Effect.timeout(DATABASE_TIMEOUT[kind]),
        Effect.tap(() =>
          away === null || (kind === "reading" && away.code === FULL_DISK_EXPLANATION.code)
            ? Effect.void
            : back
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
