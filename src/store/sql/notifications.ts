// Waits for a NOTIFY. One that is sent while the connection is lost does not arrive, so callers also poll every
// second.
import type { PgClient } from "@effect/sql-pg"
import { Effect, Queue, Schedule } from "effect"
import type { Scope } from "effect/Scope"

/**
 * Listens on a channel as long as the scope lives, and passes the payload of each notification on. `of`: what
 * the notifications are about, for the log.
 */
export const forwardNotifications = (
  pg: PgClient.PgClient,
  channel: string,
  of: string,
  forward: (payload: string) => void
): Effect.Effect<void, never, Scope> =>
  Effect.scoped(
    Effect.flatMap(pg.listen(channel), (received) =>
      Effect.forever(
        Effect.map(Queue.takeAll(received), (list) => list.forEach(({ payload }) => forward(payload)))
      )
    )
  ).pipe(
    Effect.catchCause((cause) => Effect.logDebug(`notifications of ${of} are lost`, cause)),
    Effect.repeat(Schedule.spaced("1 second")),
    Effect.forkScoped,
    Effect.asVoid
  )

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
  yield* forwardNotifications(pg, channel, of, () => Queue.offerUnsafe(pending, undefined))
  return (milliseconds: number): Effect.Effect<void> =>
    Effect.asVoid(Effect.timeoutOption(Queue.take(pending), milliseconds))
})
