// Waiting for a NOTIFY. What is rung while the connection is lost is not heard: whoever waits looks by
// themselves every second anyway.
import type { PgClient } from "@effect/sql-pg"
import { Effect, Queue, Schedule } from "effect"

/**
 * Listens on a channel as long as the scope lives; waits until it rings, or for so many milliseconds. `of`:
 * whose doorbell it is.
 */
export const doorbell = Effect.fnUntraced(function* (pg: PgClient.PgClient, channel: string, of: string) {
  const bell = yield* Queue.sliding<void>(1)
  yield* Effect.forkScoped(
    Effect.scoped(
      Effect.flatMap(pg.listen(channel), (heard) =>
        Effect.forever(Effect.andThen(Queue.take(heard), Queue.offer(bell, undefined)))
      )
    ).pipe(
      Effect.catchCause((cause) => Effect.logDebug(`the doorbell of ${of} is lost`, cause)),
      Effect.repeat(Schedule.spaced("1 second"))
    )
  )
  return (milliseconds: number): Effect.Effect<void> =>
    Effect.asVoid(Effect.timeoutOption(Queue.take(bell), milliseconds))
})
