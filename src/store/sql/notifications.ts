// Waits for a NOTIFY. One that is sent while the connection is lost does not arrive, so callers also poll every
// second.
import type { PgClient } from "@effect/sql-pg"
import { Effect, Queue, Schedule } from "effect"

/**
 * Listens on a channel as long as the scope lives; the returned effect waits for a notification, or for so
 * many milliseconds. `of`: what the notifications are about, for the log.
 */
export const notifications = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  channel: string,
  of: string
) {
  const pending = yield* Queue.sliding<void>(1)
  yield* Effect.forkScoped(
    Effect.scoped(
      Effect.flatMap(pg.listen(channel), (told) =>
        Effect.forever(Effect.andThen(Queue.take(told), Queue.offer(pending, undefined)))
      )
    ).pipe(
      Effect.catchCause((cause) => Effect.logDebug(`notifications of ${of} are lost`, cause)),
      Effect.repeat(Schedule.spaced("1 second"))
    )
  )
  return (milliseconds: number): Effect.Effect<void> =>
    Effect.asVoid(Effect.timeoutOption(Queue.take(pending), milliseconds))
})
