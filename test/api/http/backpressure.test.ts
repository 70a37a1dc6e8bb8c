// Event streams whose client never reads: what the service holds for one is bounded, and it is cut off with a
// trace.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Option, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import {
  dropSlowConsumer,
  chunked,
  IDLE_READER_TIMEOUT_MS,
  throttled
} from "../../../src/api/http/backpressure.ts"
import { entryFrames, frames } from "../../../src/api/groups/tracking/live.ts"
import type { LiveEntry } from "../../../src/store/events/EventFeed.ts"

const entry = (id: number): LiveEntry => ({
  id,
  type: "event.created",
  entityId: null,
  deviceId: null,
  json: "{}"
})

describe("a stream that is never read", () => {
  it.effect("is held in a few pieces, however much there is to tell", () =>
    Effect.gen(function* () {
      let made = 0
      const told = Stream.paginate(0, (from: number) =>
        Effect.sync(() => {
          made += 200
          return [Array.from({ length: 200 }, (_, i) => entry(from + i)), Option.some(from + 200)] as const
        })
      )
      const taken = yield* Queue.bounded<string>(1)
      const reader = yield* Effect.forkChild(
        Stream.runForEachArray(frames(entryFrames(told), Effect.never), (array) =>
          Queue.offer(taken, array.join(""))
        )
      )
      for (let n = 0; n < 50; n++) yield* TestClock.adjust("1 second")
      assert.isAtLeast(made, 200)
      assert.isAtMost(made, 400, "what a page has is told before the next one is read")
      const first = yield* Queue.take(taken)
      assert.strictEqual(first, "retry: 3000\n\n")
      for (let n = 0; n < 5; n++) assert.isAtMost((yield* Queue.take(taken)).split("\n\n").length, 33)
      yield* Fiber.interrupt(reader)
    })
  )

  it.effect("is handed on in small arrays, each at once and in order", () =>
    Effect.gen(function* () {
      const source = yield* Queue.unbounded<number>()
      const seen: Array<ReadonlyArray<number>> = []
      yield* Effect.forkChild(
        Stream.runForEachArray(chunked(3)(Stream.fromQueue(source)), (array) =>
          Effect.sync(() => void seen.push([...array]))
        )
      )
      yield* Queue.offerAll(source, [1, 2, 3, 4, 5, 6, 7])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(seen, [[1, 2, 3], [4, 5, 6], [7]])
      yield* Queue.offer(source, 8)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(seen.at(-1), [8])
    })
  )

  it.effect("is not asked for its next piece before the time, and then for what is newest", () =>
    Effect.gen(function* () {
      let asked = 0
      const source = Stream.paginate(0, (n: number) =>
        Effect.sync(() => {
          asked++
          return [[n], Option.some(n + 1)] as const
        })
      )
      yield* Effect.forkChild(Stream.runDrain(throttled(250)(source)), { startImmediately: true })
      assert.strictEqual(asked, 1)
      yield* TestClock.adjust("249 millis")
      assert.strictEqual(asked, 1)
      yield* TestClock.adjust("1 milli")
      assert.strictEqual(asked, 2)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(asked, 6)
    })
  )

  it.effect(
    "is cut off when nothing was read for a minute, and the log says so; one that is read slowly, or " +
      "has nothing to tell, goes on",
    () =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const events = yield* Effect.gen(function* () {
          const cut: Array<string> = []
          const cutOff = (who: string) => Effect.sync(() => void cut.push(who))
          const pulled = (who: string, source: Stream.Stream<number>, eachMs: number) =>
            Effect.forkChild(
              Stream.runForEach(dropSlowConsumer({ who }, cutOff(who))(source), () => Effect.sleep(eachMs)),
              { startImmediately: true }
            )
          yield* pulled("still", Stream.make(1, 2), 3_600_000)
          yield* pulled("slow", Stream.tick("1 second").pipe(Stream.map(() => 1)), IDLE_READER_TIMEOUT_MS / 2)
          yield* pulled("quiet", Stream.concat(Stream.make(1), Stream.never), 0)
          yield* TestClock.adjust(IDLE_READER_TIMEOUT_MS - 1)
          assert.deepStrictEqual(cut, [])
          for (let n = 0; n < 40; n++) yield* TestClock.adjust("15 seconds")
          return cut
        }).pipe(
          Effect.provide(
            Logger.layer([
              Logger.map(Logger.formatStructured, (line) => {
                lines.push(JSON.stringify(line))
              })
            ])
          )
        )
        assert.deepStrictEqual(events, ["still"])
        assert.lengthOf(lines, 1)
        assert.include(lines[0], "a reader who reads nothing was cut off")
        assert.include(lines[0], "still")
      })
  )
})
