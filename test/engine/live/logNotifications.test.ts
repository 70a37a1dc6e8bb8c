// Engines that share the log: which of them reads it when it has grown, counted at the port.
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { Subject } from "../../../src/domain/rule/Observation.ts"
import { Engine } from "../../../src/engine/live/Engine.ts"
import { Feed } from "../../../src/engine/ports.ts"
import { rule, seconds } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { at, cow, PROJECT, START } from "../../support/engine/timeline.ts"

const own = partitionOf(cow.id)
const fast = rule("fast", { type: "threshold", metric: "speed_kmh", op: ">", value: 40 })
const ms = (n: number) => TestClock.adjust(`${n} millis`)

/** A subject in another partition than the cow. */
const calf: Subject = (() => {
  const ids = ["1", "2"].map((digit) => `${cow.id.slice(0, -1)}${digit}`),
    id = ids.find((candidate) => partitionOf(candidate) !== own)!
  return { ...cow, id, entityId: id }
})()

/** An engine, and when it read the log. */
const startCounted = Effect.fnUntraced(function* (store: MemoryStore) {
  const reads: Array<number> = []
  const counted = Layer.effect(
    Feed,
    Effect.map(Feed, (feed) => ({
      ...feed,
      read: (...asked: Parameters<typeof feed.read>) =>
        Effect.clockWith((clock) => {
          reads.push(clock.currentTimeMillisUnsafe() - START)
          return feed.read(...asked)
        })
    }))
  )
  const layer = Engine.layer({ tickGraceSeconds: 20 }).pipe(
    Layer.provide(counted.pipe(Layer.provideMerge(store.ports())))
  )
  const engine = Context.get(yield* Layer.build(layer), Engine)
  yield* Effect.forkScoped(engine.run)
  yield* seconds(0)
  return { engine, reads }
})

/** Two engines: the second has the cow's partition alone, the first has all others. */
const startTwo = Effect.gen(function* () {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  store.ruleSets.set(PROJECT, { version: 1, features: [], rules: [fast] })
  const first = yield* startCounted(store),
    second = yield* startCounted(store)
  store.placement.move([own], 1)
  yield* ms(100)
  assert.deepStrictEqual((yield* second.engine.progress).partitions, [own])
  first.reads.length = 0
  second.reads.length = 0
  return { store, first, second }
})

describe("engines that share the log", () => {
  it.effect("read it when a partition of their own has grown, and leave it when another's has", () =>
    Effect.gen(function* () {
      const { first, second, store } = yield* startTwo
      for (let n = 0; n < 5; n++) {
        yield* store.append(at(n, 5, { speedMps: n % 2 === 0 ? 20 : 1 }))
        yield* ms(100)
      }
      assert.deepStrictEqual([first.reads.length, store.commits.length], [0, 5])
      // each time the record, and ten milliseconds later nothing more
      assert.deepStrictEqual(second.reads, [100, 110, 200, 210, 300, 310, 400, 410, 500, 510])
      second.reads.length = 0
      yield* store.append({ ...at(10, 5), subject: calf })
      yield* ms(20)
      assert.deepStrictEqual([first.reads, second.reads], [[600, 610], []])
    })
  )

  it.effect("read it all when the notification names no partitions, as that of an earlier release", () =>
    Effect.gen(function* () {
      const { first, second, store } = yield* startTwo
      store.notify("")
      yield* ms(0)
      assert.deepStrictEqual([first.reads, second.reads], [[100], [100]])
    })
  )

  it.effect("look at it each second by themselves: a notification that is lost costs no more", () =>
    Effect.gen(function* () {
      const { first } = yield* startTwo
      yield* seconds(3)
      assert.lengthOf(first.reads, 3)
    })
  )

  it.effect("find what came for a partition before they owned it", () =>
    Effect.gen(function* () {
      const { first, store } = yield* startTwo
      store.rowsAtOnce = 0 // the second engine reads nothing
      yield* store.append(at(0, 5, { speedMps: 20 }))
      yield* ms(50)
      store.rowsAtOnce = Infinity
      store.placement.move([own], 0)
      yield* ms(20)
      assert.isAbove(first.reads.length, 0)
      assert.deepStrictEqual(store.fired, ["12:00:00 rise fast"])
    })
  )
})
