// Backpressure for streams to slow consumers: a stream buffers a few chunks only, sends at a limited rate, and is cut
// off when its consumer reads nothing for a minute.
import { Clock, Effect, Stream } from "effect"

/** `IDLE_READER_TIMEOUT_MS` is how long a consumer may read nothing; checked every `CHECK_INTERVAL_MS`. */
export const IDLE_READER_TIMEOUT_MS = 60_000
const CHECK_INTERVAL_MS = 15_000

/** `chunked` splits chunks into arrays of at most `size` elements, without waiting for an array to fill. */
export const chunked =
  (size: number) =>
  <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        let rest: ReadonlyArray<A> = []
        const next = (all: ReadonlyArray<A>) => {
          rest = all.slice(size)
          // a pulled chunk is never empty, nor is the rest of it here
          return all.slice(0, size) as unknown as readonly [A, ...Array<A>]
        }
        return Effect.suspend(() => (rest.length > 0 ? Effect.succeed(next(rest)) : Effect.map(pull, next)))
      })
    )

/** `throttled` pulls the next chunk `ms` milliseconds after the one before was delivered, at the earliest. */
export const throttled =
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
 * `dropSlowConsumer` runs `cutOff` once the consumer has not pulled for `IDLE_READER_TIMEOUT_MS`, and logs a
 * warning with the members of `about`.
 */
export const dropSlowConsumer =
  (about: object, cutOff: Effect.Effect<void>) =>
  <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.transformPull(stream, (pull, scope) =>
      Effect.gen(function* () {
        /** when the chunk being read was delivered, epoch ms; null while the consumer waits for one */
        let deliveredAt: number | null = null
        const watch = Effect.gen(function* () {
          for (;;) {
            yield* Effect.sleep(CHECK_INTERVAL_MS)
            if (
              deliveredAt === null ||
              (yield* Clock.currentTimeMillis) - deliveredAt < IDLE_READER_TIMEOUT_MS
            )
              continue
            yield* Effect.logWarning("a reader who reads nothing was cut off", {
              ...about,
              seconds: IDLE_READER_TIMEOUT_MS / 1000,
              remedy:
                "Nothing: who comes back goes on where they stopped. If it happens again, look at the " +
                "program that reads."
            })
            return yield* cutOff
          }
        })
        yield* Effect.forkIn(watch, scope)
        return Effect.suspend(() => {
          deliveredAt = null
          return Effect.tap(pull, () =>
            Effect.map(Clock.currentTimeMillis, (now) => {
              deliveredAt = now
            })
          )
        })
      })
    )
