// One reader of the database for all who listen in this process. It looks when a channel of the database
// notifies it, and tells everybody at once; each listener keeps its own place and reads on by itself.
import type { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Option, Queue, Stream } from "effect"

/** What listeners wait at. */
export interface Signal {
  /** Until the next notice after this call. */
  readonly wait: () => Effect.Effect<void>
  readonly notify: () => void
}

/** A signal that everybody who waits gets once. */
export const makeSignal = (): Signal => {
  let next = Deferred.makeUnsafe<void>()
  return {
    wait: () => Deferred.await(next),
    notify: () => {
      const waited = next
      next = Deferred.makeUnsafe()
      Deferred.doneUnsafe(waited, Effect.void)
    }
  }
}

/** What there is after a place, and the place up to which that is; null: nothing yet. */
export type ReadOn<A> = (after: number) => Effect.Effect<readonly [ReadonlyArray<A>, number]> | null

/** What comes after a place, without end: at once if there is something, otherwise with the next signal. */
export const listen = <A>(signal: Signal, from: number, read: ReadOn<A>): Stream.Stream<A> => {
  const next = (after: number): Effect.Effect<readonly [ReadonlyArray<A>, Option.Option<number>]> =>
    Effect.suspend(() => {
      const found = read(after)
      // whether there is something and which notice to wait for is asked in one breath: none is missed
      return found === null
        ? Effect.flatMap(signal.wait(), () => next(after))
        : Effect.map(found, ([told, last]) => [told, Option.some(last)] as const)
    })
  return Stream.paginate(from, next)
}

/**
 * Looks again and again, for ever: `begin` gives the round, which is made whenever the channel notifies, and
 * every `everyMs` anyway, because a notification is lost while disconnected. After a failure, which is logged
 * as `lost`, it begins anew.
 */
export const keepLooking = <E1, E2>(
  pg: PgClient.PgClient,
  channel: string,
  everyMs: number,
  lost: string,
  begin: Effect.Effect<Effect.Effect<void, E1>, E2>
): Effect.Effect<never> =>
  Effect.gen(function* () {
    const notified = yield* pg.listen(channel)
    const round = yield* begin
    for (;;) {
      yield* round
      yield* Effect.timeoutOption(Queue.take(notified), everyMs)
      yield* Queue.clear(notified)
    }
  }).pipe(
    Effect.scoped,
    Effect.catchCause((cause) => Effect.logWarning(lost, cause)),
    Effect.andThen(Effect.sleep(everyMs)),
    Effect.forever
  )
