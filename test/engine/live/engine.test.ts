// The loop on a virtual clock: holds with timers across a restart, one bad rule beside a good one, and one
// owner at a time.
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { PACKED_VERSION } from "../../../src/domain/intake/log/packedLog.ts"
import type { DeviceState } from "../../../src/domain/rule/Observation.ts"
import { rule, seconds, start } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { area, at, cow, measured, PROJECT, START } from "../../support/engine/timeline.ts"

const enter = { type: "spatial", relation: "enter", feature_type: "zone" }
const inside = { type: "spatial", relation: "inside", feature_type: "zone" }
const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }

it.effect("an animal enters a zone, holds 30 s and fires, with a restart in the middle", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    store.ruleSets.set(PROJECT, {
      version: 1,
      features: [area("A", 0)],
      rules: [rule("stay", enter, { for_seconds: 30 })]
    })
    const first = yield* start(store)
    yield* store.append(at(0, 5))
    yield* seconds(10)
    yield* store.append(at(10, 0))
    yield* seconds(15)
    assert.deepStrictEqual(store.fired, [])
    yield* first.kill
    yield* seconds(1)
    const second = yield* start(store)
    yield* seconds(13)
    assert.deepStrictEqual(store.fired, [])
    yield* seconds(1)
    assert.deepStrictEqual(store.fired, ["12:00:40 enter stay"])
    yield* seconds(3600)
    assert.strictEqual(store.events.size, 1)
    yield* second.kill
  })
)

it.effect(
  "a restart neither shortens nor forgets a hold: a deadline that passed meanwhile is judged at once, with its own time",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const store = new MemoryStore()
      store.ruleSets.set(PROJECT, {
        version: 1,
        features: [area("A", 0)],
        rules: [rule("stay", enter, { for_seconds: 30 })]
      })
      const first = yield* start(store)
      yield* store.append(at(0, 5), at(10, 0))
      yield* seconds(1)
      yield* first.kill
      yield* seconds(600)
      yield* start(store)
      yield* seconds(2)
      assert.deepStrictEqual(store.fired, ["12:00:40 enter stay"])
    })
)

it.effect(
  "a rule that fails to evaluate does not stop other rules, and fires normally once the cause is fixed",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const drive = (store: MemoryStore) =>
        store.append(...[0, 50, 10, 60].map((kmh, i) => at(i * 10, 5, { speedMps: kmh / 3.6 })))
      const alone = new MemoryStore(),
        beside = new MemoryStore()
      alone.ruleSets.set(PROJECT, { version: 1, features: [], rules: [rule("good", fast)] })
      beside.ruleSets.set(PROJECT, {
        version: 1,
        features: [],
        rules: [rule("bad", { type: "exec" }), rule("good", fast)]
      })
      yield* start(alone)
      yield* start(beside)
      yield* drive(alone)
      yield* drive(beside)
      yield* seconds(2)
      assert.deepStrictEqual(beside.fired, ["12:00:10 rise good", "12:00:30 rise good"])
      assert.deepStrictEqual(beside.fired, alone.fired)
      assert.deepStrictEqual(new Set(beside.failures), new Set(["RULE_CONDITION_UNKNOWN bad"]))
      beside.ruleSets.set(PROJECT, {
        version: 2,
        features: [],
        rules: [
          {
            ...rule("bad", fast),
            version: 2,
            blankFrom: 2,
            activeFrom: 0,
            failedSubject: "01900000-0000-7000-8000-000000000001"
          },
          rule("good", fast)
        ]
      })
      yield* beside.append(at(100, 5, { speedMps: 1 }), at(110, 5, { speedMps: 20 }))
      yield* seconds(2)
      assert.deepStrictEqual(beside.cleared, ["rule-bad"])
      assert.deepStrictEqual([...beside.fired].sort().slice(2), ["12:01:50 rise bad", "12:01:50 rise good"])
    })
)

it.effect(
  "one engine owns the log: a second waits, takes over within seconds when the first is gone, and two never commit",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const store = new MemoryStore()
      store.ruleSets.set(PROJECT, { version: 1, features: [area("A", 0)], rules: [rule("in", enter)] })
      const first = yield* start(store)
      yield* seconds(1)
      const second = yield* start(store)
      for (let i = 0; i < 10; i++) {
        yield* store.append(at(i, i % 2 === 0 ? 5 : 0))
        yield* seconds(2)
      }
      assert.deepStrictEqual(new Set(store.commits.map((c) => c.epoch)), new Set([1]))
      assert.isFalse((yield* second.engine.progress).owner)
      yield* first.kill
      yield* seconds(2)
      assert.isTrue((yield* second.engine.progress).owner)
      yield* store.append(at(100, 5), at(101, 0))
      yield* seconds(2)
      assert.strictEqual(store.commits.at(-1)!.epoch, 2)
      assert.strictEqual(store.events.size, 6)
    })
)

it.effect("a disabled rule ends its open episodes and forgets its holds", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    store.ruleSets.set(PROJECT, { version: 1, features: [], rules: [rule("fast", fast)] })
    yield* start(store)
    yield* store.append(at(0, 5, { speedMps: 20 }))
    yield* seconds(1)
    assert.strictEqual(store.ended.size, 0)
    store.ruleSets.set(PROJECT, { version: 2, features: [], rules: [] })
    yield* store.append(at(10, 5, { speedMps: 20 }))
    yield* seconds(1)
    assert.strictEqual(store.ended.size, 1)
  })
)

it.effect(
  "a version that changes only the hold keeps everything: a hold in flight waits for the new time, and no event comes from the future",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const store = new MemoryStore()
      store.ruleSets.set(PROJECT, {
        version: 1,
        features: [area("A", 0)],
        rules: [rule("stay", enter, { for_seconds: 30 })]
      })
      yield* start(store)
      yield* store.append(at(0, 5), at(1, 0))
      yield* seconds(10)
      store.ruleSets.set(PROJECT, {
        version: 2,
        features: [area("A", 0)],
        rules: [{ ...rule("stay", enter, { for_seconds: 3600 }), version: 2 }]
      })
      yield* seconds(600)
      assert.deepStrictEqual(store.fired, [])
      yield* seconds(3600)
      assert.deepStrictEqual(store.fired, ["13:00:01 enter stay"])
    })
)

it.effect("a deadline that cannot be evaluated fails once and waits for the next record", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    store.ruleSets.set(PROJECT, {
      version: 1,
      features: [area("A", 0)],
      rules: [rule("stay", inside, { for_seconds: 30 })]
    })
    yield* start(store)
    yield* store.append(at(0, 5), at(1, 0))
    yield* seconds(10)
    store.ruleSets.set(PROJECT, {
      version: 2,
      features: [area("A", 0)],
      rules: [{ ...rule("stay", { type: "exec" }, { for_seconds: 30 }), version: 2 }]
    })
    yield* seconds(60)
    assert.deepStrictEqual(store.failures, ["RULE_CONDITION_UNKNOWN stay"])
  })
)

it.effect("a rule that begins to read a metric knows the value of the last seven days", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    store.ruleSets.set(PROJECT, { version: 1, features: [], rules: [rule("fast", fast)] })
    yield* start(store)
    yield* store.append(measured(0, "battery_voltage", 3))
    yield* seconds(2)
    store.ruleSets.set(PROJECT, {
      version: 2,
      features: [],
      rules: [
        rule("fast", fast),
        {
          ...rule("low", { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 }),
          blankFrom: 2
        }
      ]
    })
    yield* store.append(at(10, 0))
    yield* seconds(2)
    assert.deepStrictEqual(store.fired, ["12:00:10 rise low"])
  })
)

it.effect(
  "of an entity with two devices, each record is judged by the scope of its own device, however batches fall",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const store = new MemoryStore()
      const other = { ...cow, deviceId: "01900000-0000-7000-8000-0000000000d2" }
      store.ruleSets.set(PROJECT, {
        version: 1,
        features: [],
        rules: [rule("fast", fast, { scope: { device_ids: [cow.deviceId] } })]
      })
      yield* start(store)
      const fix = (s: number, subject: typeof cow, kmh: number) => ({
        ...at(s, 0, { speedMps: kmh / 3.6 }),
        subject
      })
      yield* store.append(fix(0, other, 50))
      yield* seconds(2)
      yield* store.append(fix(10, cow, 50))
      yield* seconds(2)
      assert.deepStrictEqual(store.fired, ["12:00:10 rise fast"])
      yield* store.append(fix(20, cow, 10), fix(30, cow, 60), fix(40, other, 1))
      yield* seconds(2)
      assert.deepStrictEqual(store.fired, ["12:00:10 rise fast", "12:00:30 rise fast"])
    })
)

it.effect("a device without an entity that comes to another project is placed silently there", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    const P2 = "01900000-0000-7000-8000-0000000000ac"
    const inP1 = { ...cow, id: cow.deviceId, entityId: null }
    const inP2 = { ...inP1, projectId: P2 }
    store.ruleSets.set(PROJECT, { version: 50, features: [area("A", 0)], rules: [rule("here", enter)] })
    store.ruleSets.set(P2, { version: 3, features: [area("B", 0)], rules: [rule("there", enter)] })
    yield* start(store)
    yield* store.append({ ...at(0, 5), subject: inP1 })
    yield* seconds(2)
    yield* store.append({ ...at(10, 0), subject: inP2 })
    yield* seconds(2)
    assert.deepStrictEqual(store.fired, [])
  })
)

it.effect(
  "what the database refuses to take is stepped over, alone, and left to the late lane, which brings it once it is taken; everything round it fires",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const store = new MemoryStore()
      store.ruleSets.set(PROJECT, { version: 1, features: [], rules: [rule("fast", fast)] })
      store.refuses = (changes) => changes.events.some((e) => e.at === START + 20_000)
      yield* start(store)
      const kmh = (v: number) => ({ speedMps: v / 3.6 })
      yield* store.append(at(0, 5, kmh(50)))
      yield* store.append(at(10, 5, kmh(10)))
      yield* store.append(at(20, 5, kmh(50)))
      yield* store.append(at(30, 5, kmh(10)))
      yield* store.append(at(40, 5, kmh(50)))
      yield* seconds(60)
      assert.deepStrictEqual(store.fired, ["12:00:00 rise fast", "12:00:20 rise fast", "12:00:40 rise fast"])
      assert.deepStrictEqual(
        [...store.events.values()].filter((e) => e.late).map((e) => e.at),
        [START + 20_000]
      )
      assert.deepStrictEqual([store.skippedRows, store.late.map((l) => l.from)], [[3], [START + 20_000]])
    })
)

it.effect(
  "a log row of a newer program is neither skipped nor passed: the log says what to do, and the program that knows it goes on there",
  () => {
    const said: Array<string> = []
    const hears = Logger.layer([Logger.make(({ cause }) => void said.push(Cause.pretty(cause)))])
    return Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const store = new MemoryStore()
      store.ruleSets.set(PROJECT, { version: 1, features: [], rules: [rule("fast", fast)] })
      const kmh = (v: number) => ({ speedMps: v / 3.6 })
      yield* store.append(at(0, 5, kmh(50)))
      yield* store.append(at(10, 5, kmh(10)))
      yield* store.append(at(20, 5, kmh(50)))
      const [row] = store.log.splice(1, 1)
      const newer = Uint8Array.from(row!.payload as Uint8Array)
      newer[0] = PACKED_VERSION + 1
      store.log.splice(1, 0, { ...row!, payload: newer })
      const { kill } = yield* start(store)
      yield* seconds(60)
      assert.deepStrictEqual(
        [store.fired, store.skippedRows, store.openLanes, new Set(store.cursors.values())],
        [[], [], [], new Set([0])]
      )
      assert.include(
        said.at(-1),
        "payload of version 2, which this program does not know: start the newer program"
      )
      yield* kill
      store.log[1] = row!
      yield* start(store)
      yield* seconds(60)
      assert.deepStrictEqual(store.fired, ["12:00:00 rise fast", "12:00:20 rise fast"])
    }).pipe(Effect.provide(hears))
  }
)

it.effect("a state of the device starts an evaluation: of the named keys alone, or of any", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 }
    store.ruleSets.set(PROJECT, {
      version: 1,
      features: [],
      rules: [
        rule("unplugged", low, { trigger: { kind: "state", state_keys: ["charging"] } }),
        rule("any", low, { trigger: { kind: "state" } })
      ]
    })
    yield* start(store)
    const state = (s: number, key: string): DeviceState => ({
      _tag: "DeviceState",
      subject: cow,
      at: START + s * 1000,
      receivedAt: START + s * 1000,
      recordId: s,
      key,
      value: false
    })
    yield* store.append(measured(0, "battery_voltage", 3))
    yield* seconds(2)
    assert.deepStrictEqual(store.fired, [])
    yield* store.append(state(10, "lid"), state(20, "charging"))
    yield* seconds(30)
    assert.deepStrictEqual(store.fired, ["12:00:10 rise any", "12:00:20 rise unplugged"])
  })
)

it.effect(
  "a device without an entity that was in two projects is judged in each by its own rules, also when one batch brings both",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const store = new MemoryStore()
      const P2 = "01900000-0000-7000-8000-0000000000ac"
      const inP1 = { ...cow, id: cow.deviceId, entityId: null }
      const inP2 = { ...inP1, projectId: P2 }
      store.ruleSets.set(PROJECT, { version: 50, features: [area("A", 0)], rules: [rule("here", enter)] })
      store.ruleSets.set(P2, { version: 3, features: [area("B", 0)], rules: [rule("there", enter)] })
      yield* start(store)
      yield* store.append(
        { ...at(0, 5), subject: inP1 },
        { ...at(10, 0), subject: inP1 },
        { ...at(20, 5), subject: inP2 },
        { ...at(30, 0), subject: inP2 }
      )
      yield* seconds(2)
      assert.deepStrictEqual(store.fired, ["12:00:10 enter here", "12:00:30 enter there"])
      yield* store.append({ ...at(15, 5), subject: inP1 }, { ...at(25, 0), subject: inP1 })
      yield* seconds(2)
      assert.deepStrictEqual([store.fired[1], store.late], ["12:00:25 enter here", []])
    })
)

it.effect("a partition with a backlog delays no timer of another", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    const busy = "01900000-0000-7000-8000-000000000002"
    store.ruleSets.set(PROJECT, {
      version: 1,
      features: [area("A", 0)],
      rules: [rule("stay", enter, { for_seconds: 30 })]
    })
    store.rowsAtOnce = 1
    yield* start(store)
    yield* store.append(at(0, 5), at(1, 0))
    yield* seconds(20)
    for (let i = 0; i < 4000; i++)
      yield* store.append({ ...at(20 + i / 100, 5), subject: { ...cow, id: busy, entityId: busy } })
    yield* seconds(12)
    assert.deepStrictEqual(store.fired, ["12:00:31 enter stay"])
    assert.isBelow(store.cursors.get(2)!, store.log.length)
  })
)
