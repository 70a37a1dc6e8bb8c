// One reader of the database for all subscribers in this process. It reads when the database notifies a
// channel, and signals all subscribers at once; each keeps its own place and reads on by itself.
import type { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Option, Queue, Stream } from "effect"

/** Signal is what subscribers wait for. */
export interface Signal {
  /** waits for the next notice after this call */
  readonly wait: () => Effect.Effect<void>
  readonly notify: () => void
}

/** Makes a signal that every waiting subscriber gets once. */
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

/** ReadAfter returns what follows a position and the position where that ends; null: nothing yet. */
export type ReadAfter<A> = (after: number) => Effect.Effect<readonly [ReadonlyArray<A>, number]> | null

/** Streams what follows a place, without end: at once if there is something, otherwise with the next signal. */
export const listen = <A>(signal: Signal, from: number, read: ReadAfter<A>): Stream.Stream<A> => {
  const next = (after: number): Effect.Effect<readonly [ReadonlyArray<A>, Option.Option<number>]> =>
    Effect.suspend(() => {
      const entries = read(after)
      // the read and the subscription to the next notice happen in one synchronous step, so that none is missed
      return entries === null
        ? Effect.flatMap(signal.wait(), () => next(after))
        : Effect.map(entries, ([told, last]) => [told, Option.some(last)] as const)
    })
  return Stream.paginate(from, next)
}

/**
 * Reads repeatedly, for ever: `begin` makes the round, which runs whenever the channel notifies, and every
 * `everyMs` anyway, because a notification is lost while disconnected. After a failure, which is logged as
 * `lost`, it begins again.
 */
export const readRepeatedly = <E1, E2>(
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
