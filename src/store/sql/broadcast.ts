// One reader of the database for all who listen in this process. It looks when a channel of the database
// rings, and tells everybody at once; each listener keeps its own place and reads on by itself.
import type { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Option, Queue, Stream } from "effect"

/** What listeners wait at. */
export interface Bell {
  /** Until the next ring after this call. */
  readonly wait: () => Effect.Effect<void>
  readonly ring: () => void
}

/** A bell that everybody who waits hears once. */
export const makeBell = (): Bell => {
  let next = Deferred.makeUnsafe<void>()
  return {
    wait: () => Deferred.await(next),
    ring: () => {
      const heard = next
      next = Deferred.makeUnsafe()
      Deferred.doneUnsafe(heard, Effect.void)
    }
  }
}

/** What there is after a place, and the place up to which that is; null: nothing yet. */
export type ReadOn<A> = (after: number) => Effect.Effect<readonly [ReadonlyArray<A>, number]> | null

/** What comes after a place, without end: at once if there is something, otherwise when the bell rings. */
export const listen = <A>(bell: Bell, from: number, read: ReadOn<A>): Stream.Stream<A> => {
  const next = (after: number): Effect.Effect<readonly [ReadonlyArray<A>, Option.Option<number>]> =>
    Effect.suspend(() => {
      const found = read(after)
      // whether there is something and which ring to wait for is asked in one breath: none is missed
      return found === null
        ? Effect.flatMap(bell.wait(), () => next(after))
        : Effect.map(found, ([told, last]) => [told, Option.some(last)] as const)
    })
  return Stream.paginate(from, next)
}

/**
 * Looks again and again, for ever: `begin` gives the round, which is made whenever the channel rang, and
 * every `everyMs` anyway, because a ring is lost while disconnected. After a failure, which is logged as
 * `lost`, it begins anew.
 */
export const keepLooking = <E1, E2>(
  pg: PgClient.PgClient,
  channel: string,
  everyMs: number,
  lost: string,
  begin: Effect.Effect<Effect.Effect<void, E1>, E2>
): Effect.Effect<never> =>
  Effect.gen(function* () {
    const rung = yield* pg.listen(channel)
    const round = yield* begin
    for (;;) {
      yield* round
      yield* Effect.timeoutOption(Queue.take(rung), everyMs)
      yield* Queue.clear(rung)
    }
  }).pipe(
    Effect.scoped,
    Effect.catchCause((cause) => Effect.logWarning(lost, cause)),
    Effect.andThen(Effect.sleep(everyMs)),
    Effect.forever
  )
