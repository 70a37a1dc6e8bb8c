import { assert, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Engine } from "../../src/engine/Engine.ts"
import { MemoryStore } from "../support/memory.ts"
import { area, at, cow, document, measured, PROJECT, START } from "../support/timeline.ts"

const rule = (name: string, conditions: unknown, more: object = {}) =>
  ({ id: `rule-${name}`, name, version: 1, blankFrom: 1, failedSubject: null, document: { ...document({ conditions: { type: "threshold", metric: "x", op: ">", value: 0 } }), conditions, ...more } })
const enter = { type: "spatial", relation: "enter", feature_type: "zone" }
const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }
const seconds = (n: number) => TestClock.adjust(`${n} seconds`)
const start = Effect.fnUntraced(function*(store: MemoryStore) {
  const scope = yield* Scope.make()
  const engine = Context.get(yield* Layer.buildWithScope(store.engine(), scope), Engine)
  const fiber = yield* Effect.forkIn(engine.run, scope)
  return { engine, fiber, kill: Effect.andThen(Fiber.interrupt(fiber), Scope.close(scope, Exit.void)) }
})

it.effect("for_seconds lengthened while a hold is in flight", () => Effect.gen(function*() {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  store.books.set(PROJECT, { version: 1, features: [area("A", 0)], rules: [rule("stay", enter, { for_seconds: 30 })] })
  yield* start(store)
  yield* store.append(at(0, 5), at(1, 0))
  yield* seconds(10)
  store.books.set(PROJECT, { version: 2, features: [area("A", 0)], rules: [{ ...rule("stay", enter, { for_seconds: 3600 }), version: 2 }] })
  yield* seconds(600)
  assert.deepStrictEqual(store.fired, [])
  yield* seconds(3600)
  assert.deepStrictEqual(store.fired, ["13:00:01 enter stay"])
}))

const inside = { type: "spatial", relation: "inside", feature_type: "zone" }
it.effect("a deadline that cannot be evaluated spins", () => Effect.gen(function*() {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  store.books.set(PROJECT, { version: 1, features: [area("A", 0)], rules: [rule("stay", inside, { for_seconds: 30 })] })
  yield* start(store)
  yield* store.append(at(0, 5), at(1, 0))
  yield* seconds(10)
  store.books.set(PROJECT, { version: 2, features: [area("A", 0)], rules: [{ ...rule("stay", { type: "exec" }, { for_seconds: 30 }), version: 2 }] })
  yield* seconds(60)
  assert.isBelow(store.commits.length, 10)
}))

it.effect("a rule that begins to read a metric knows its value of the last days", () => Effect.gen(function*() {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  store.books.set(PROJECT, { version: 1, features: [], rules: [rule("fast", fast)] })
  yield* start(store)
  yield* store.append(measured(0, "battery_voltage", 3))
  yield* seconds(2)
  store.books.set(PROJECT, { version: 2, features: [], rules: [rule("fast", fast), { ...rule("low", { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 }), blankFrom: 2 }] })
  yield* store.append(at(10, 0))
  yield* seconds(2)
  assert.deepStrictEqual(store.fired, ["12:00:10 rise low"])
}))

it.effect("device scope on an entity with two devices", () => Effect.gen(function*() {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  const other = { ...cow, deviceId: "01900000-0000-7000-8000-0000000000d2" }
  store.books.set(PROJECT, { version: 1, features: [], rules: [rule("fast", fast, { scope: { device_ids: [cow.deviceId] } })] })
  yield* start(store)
  const fix = (s: number, subject: typeof cow, kmh: number) => ({ ...at(s, 0, { speedMps: kmh / 3.6 }), subject })
  yield* store.append(fix(0, other, 50))
  yield* seconds(2)
  yield* store.append(fix(10, cow, 50))
  yield* seconds(2)
  assert.deepStrictEqual(store.fired, ["12:00:10 rise fast"])
  yield* store.append(fix(20, cow, 10), fix(30, cow, 60), fix(40, other, 1))
  yield* seconds(2)
  assert.deepStrictEqual(store.fired, ["12:00:10 rise fast", "12:00:30 rise fast"])
}))

it.effect("a bare device that moves to another project is placed anew there", () => Effect.gen(function*() {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  const P2 = "01900000-0000-7000-8000-0000000000ac"
  const inP1 = { ...cow, id: cow.deviceId, entityId: null }
  const inP2 = { ...inP1, projectId: P2 }
  store.books.set(PROJECT, { version: 50, features: [area("A", 0)], rules: [rule("here", enter)] })
  store.books.set(P2, { version: 3, features: [area("B", 0)], rules: [rule("there", enter)] })
  yield* start(store)
  yield* store.append({ ...at(0, 5), subject: inP1 })
  yield* seconds(2)
  yield* store.append({ ...at(10, 0), subject: inP2 })
  yield* seconds(2)
  assert.deepStrictEqual(store.fired, [])
}))
