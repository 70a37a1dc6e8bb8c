// Streams whose reader may stand still: no more is held for them than a few pieces, they are not told more
// often than they can use, and who reads nothing for a minute is cut off.
import { Clock, Effect, Stream } from "effect"

/** How long nothing of what was handed over may be taken, and how often that is looked at, ms. */
export const PATIENCE_MS = 60_000
const LOOK_MS = 15_000

/** The same in arrays of at most `size`, handed on as they come: nothing waits until an array is full. */
export const inPieces =
  (size: number) =>
  <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        let rest: ReadonlyArray<A> = []
        const next = (all: ReadonlyArray<A>) => {
          rest = all.slice(size)
          // what was pulled is never empty, nor is what is left of it here
          return all.slice(0, size) as unknown as readonly [A, ...Array<A>]
        }
        return Effect.suspend(() => (rest.length > 0 ? Effect.succeed(next(rest)) : Effect.map(pull, next)))
      })
    )

/** The same, each next piece not asked for until `ms` after the one before was handed over. */
export const unhurried =
  (ms: number) =>
  <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        let isFirst = true
        return Effect.suspend(() => {
          if (!isFirst) return Effect.andThen(Effect.sleep(ms), pull)
          isFirst = false
          return pull
        })
      })
    )

/**
 * The same until its reader has not come for the next piece for a minute: then they are cut off, and the log
 * says so. `about` is what it says.
 */
export const heeded =
  (about: object, cutOff: Effect.Effect<void>) =>
  <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.transformPull(stream, (pull, scope) =>
      Effect.gen(function* () {
        /** when the piece that is being read was handed over; null: the reader waits for one */
        let since: number | null = null
        const watch = Effect.gen(function* () {
          for (;;) {
            yield* Effect.sleep(LOOK_MS)
            if (since === null || (yield* Clock.currentTimeMillis) - since < PATIENCE_MS) continue
            yield* Effect.logWarning("a reader who reads nothing was cut off", {
              ...about,
              seconds: PATIENCE_MS / 1000,
              remedy:
                "Nothing: who comes back goes on where they stopped. If it happens again, look at the " +
                "program that reads."
            })
            return yield* cutOff
          }
        })
        yield* Effect.forkIn(watch, scope)
        return Effect.suspend(() => {
          since = null
          return Effect.tap(pull, () =>
            Effect.map(Clock.currentTimeMillis, (now) => {
              since = now
            })
          )
        })
      })
    )
