// Listeners of one signal, without a database: each reads on from its own place, and none misses a notice.
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { listen, makeSignal, type ReadAfter } from "../../../src/store/sql/broadcast.ts"

/** A list that grows: a place is how much of it was read; at most two of it are given at a time. */
const growing = () => {
  const told: Array<string> = []
  const signal = makeSignal()
  const read: ReadAfter<string> = (after) =>
    after === told.length
      ? null
      : Effect.sync(() => {
          const some = told.slice(after, after + 2)
          return [some, after + some.length] as const
        })
  return {
    tell: (...words: ReadonlyArray<string>) => {
      told.push(...words)
      signal.notify()
    },
    take: (from: number, count: number) =>
      Effect.forkChild(Stream.runCollect(Stream.take(listen(signal, from, read), count)), {
        startImmediately: true
      })
  }
}

it.effect("gives what is there at once, and what comes later when it comes", () =>
  Effect.gen(function* () {
    const list = growing()
    list.tell("a", "b", "c")
    const early = yield* list.take(0, 5)
    const late = yield* list.take(3, 2)
    yield* Effect.yieldNow
    list.tell("d")
    yield* Effect.yieldNow
    list.tell("e")
    assert.deepStrictEqual(yield* Fiber.join(early), ["a", "b", "c", "d", "e"])
    assert.deepStrictEqual(yield* Fiber.join(late), ["d", "e"])
  })
)

it.effect("a signal is got by all who wait, once", () =>
  Effect.gen(function* () {
    const signal = makeSignal()
    let heard = 0
    const wait = Effect.forkChild(
      Effect.tap(signal.wait(), () => Effect.sync(() => heard++)),
      { startImmediately: true }
    )
    const [one, other] = [yield* wait, yield* wait]
    signal.notify()
    yield* Fiber.join(one)
    yield* Fiber.join(other)
    assert.strictEqual(heard, 2)
    const after = yield* Effect.forkChild(signal.wait(), { startImmediately: true })
    yield* Effect.yieldNow
    assert.isUndefined(after.pollUnsafe())
    yield* Fiber.interrupt(after)
  })
)
