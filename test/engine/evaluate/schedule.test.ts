// Time on a virtual clock: ticks of schedules, who is asked at them, and that each is judged once, whatever
// dies in between.
import { assert, it } from "@effect/vitest"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DeviceState, Observation, Subject } from "../../../src/domain/rule/Observation.ts"
import { rule, seconds, start } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { area, at, cow, measured, PROJECT, START } from "../../support/engine/timeline.ts"

const HOUR = 3600
const noData = (hours: number) => ({ type: "no_data", for_seconds: hours * HOUR })
const every = (seconds: number) => ({ trigger: { kind: "schedule", every_seconds: seconds } }) as const
const warm = { type: "threshold", metric: "temperature_c", op: ">", value: 30 }

const ruleSet = (...rules: ReadonlyArray<ReturnType<typeof rule>>) => ({
  version: 1,
  features: [area("A", 0)],
  rules
})
const from = <R extends ReturnType<typeof rule>>(row: R, second: number, more: Partial<R> = {}) => ({
  ...row,
  activeFrom: START + second * 1000,
  ...more
})

/** Another animal, in the partition of its number. */
const animal = (n: number): Subject => {
  const id = `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`
  return { ...cow, id, entityId: id }
}
const of = <O extends Observation>(subject: Subject, seen: O): O => ({ ...seen, subject })

const begin = (...rules: ReadonlyArray<ReturnType<typeof rule>>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    store.ruleSets.set(PROJECT, ruleSet(...rules))
    return store
  })

it.effect(
  '"No data for 12 hours" fires on its tick, reminds after its cooldown, and ignores a device that never reported',
  () =>
    Effect.gen(function* () {
      const store = yield* begin(
        from(rule("silent", noData(12), { ...every(300), cooldown_seconds: HOUR }), 0)
      )
      yield* store.append(at(100, 5, { arrives: 130 }))
      // the engine looks each second: hours in which nothing can happen pass before it is there
      yield* seconds(12 * HOUR - HOUR / 2)
      yield* start(store)
      yield* seconds(HOUR / 2 + 150)
      assert.deepStrictEqual(store.fired, [])
      yield* seconds(300)
      assert.deepStrictEqual(store.fired, ["00:05:00 rise silent"])
      const [event] = [...store.events.values()]
      assert.deepInclude(event, {
        late: false,
        createdAt: START + (12 * HOUR + 320) * 1000,
        sampleAt: START + (12 * HOUR + 300) * 1000
      })
      assert.deepInclude(event!.evaluated, { type: "no_data", last_seen_at: START + 130_000 })
      yield* seconds(HOUR)
      assert.deepStrictEqual(store.fired, ["00:05:00 rise silent", "01:05:00 reminder silent"])
      yield* store.append(measured(13 * HOUR + 450, "battery_voltage", 3))
      yield* seconds(300)
      assert.strictEqual(store.ended.get(event!.id), START + (13 * HOUR + 600) * 1000)
    })
)

it.effect(
  "anything received counts as data: a position, a measurement, a state, and a record of long ago",
  () =>
    Effect.gen(function* () {
      const store = yield* begin(from(rule("silent", noData(1), every(60)), 0))
      yield* start(store)
      const state: DeviceState = {
        _tag: "DeviceState",
        subject: cow,
        at: START + 6000_000,
        receivedAt: START + 6000_000,
        recordId: 1,
        key: "charging",
        value: true
      }
      yield* store.append(at(0, 5))
      for (const seen of [measured(3000, "x", 1), state, at(60, 5, { arrives: 9000 })]) {
        yield* seconds(3000)
        yield* store.append(seen)
      }
      yield* seconds(HOUR)
      assert.deepStrictEqual(store.fired, [])
      yield* seconds(60)
      assert.deepStrictEqual(store.fired, ["15:30:00 rise silent"])
    })
)

it.effect('"Collar not moving" needs three activity values', () =>
  Effect.gen(function* () {
    const still = {
      type: "window",
      metric: "activity",
      aggregate: "max",
      seconds: 12 * HOUR,
      op: "<",
      value: 1,
      min_samples: 3
    }
    const charged = { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }
    const store = yield* begin(
      from(rule("still", { all: [still, charged] }, { ...every(HOUR), cooldown_seconds: 12 * HOUR }), 0)
    )
    yield* start(store)
    yield* store.append(
      measured(60, "battery_voltage", 3.6),
      measured(60, "activity", 0.2),
      measured(1860, "activity", 0.4)
    )
    yield* seconds(HOUR + 60)
    assert.deepStrictEqual(store.fired, [])
    yield* store.append(measured(HOUR + 60, "activity", 0.3))
    yield* seconds(HOUR)
    assert.deepStrictEqual(store.fired, ["14:00:00 rise still"])
    const [event] = [...store.events.values()]
    assert.deepInclude([...(event!.evaluated as { parts: ReadonlyArray<object> }).parts][0], {
      type: "window",
      count: 3,
      value: 0.4
    })
  })
)

it.effect(
  "ticks lie at multiples of the interval since 1970-01-01T00:00:00Z, after the version came into force",
  () =>
    Effect.gen(function* () {
      const store = yield* begin(
        from(
          rule(
            "count",
            { type: "window", metric: "x", aggregate: "count", seconds: 60, op: "==", value: 0 },
            { ...every(1000), cooldown_seconds: 1 }
          ),
          1234
        )
      )
      yield* start(store)
      yield* store.append(at(0, 5))
      yield* seconds(5000)
      const ticks = [...store.events.values()].map((e) => e.at)
      assert.deepStrictEqual(
        ticks.map((t) => t % 1000_000),
        ticks.map(() => 0)
      )
      assert.isTrue(ticks.every((t) => t > START + 1234_000))
      assert.lengthOf(ticks, 3)
    })
)

it.effect("a tick is judged before a newer record, with what was known at its instant", () =>
  Effect.gen(function* () {
    const store = yield* begin(from(rule("warm", warm, every(60)), 0))
    yield* start(store)
    yield* store.append(measured(50, "temperature_c", 35))
    yield* seconds(61)
    yield* store.append(measured(61, "temperature_c", 10))
    yield* seconds(2)
    assert.deepStrictEqual(store.fired, ["12:01:00 rise warm"])
    yield* seconds(80)
    assert.deepStrictEqual([...store.ended.values()], [START + 120_000])
  })
)

it.effect("a record of the very instant of a tick is known to it", () =>
  Effect.gen(function* () {
    const store = yield* begin(from(rule("warm", warm, every(60)), 0))
    yield* start(store)
    yield* store.append(measured(0, "temperature_c", 10))
    yield* seconds(90)
    yield* store.append(measured(60, "temperature_c", 35))
    yield* seconds(60)
    assert.deepStrictEqual(store.fired.slice(0, 1), ["12:01:00 rise warm"])
  })
)

it.effect("a record that a judged tick did not know is judged, and noted for the late lane", () =>
  Effect.gen(function* () {
    const store = yield* begin(
      from(rule("warm", warm, every(60)), 0),
      rule("hot", { ...warm, value: 40 }, { trigger: { kind: "measurement" } })
    )
    yield* start(store)
    yield* store.append(measured(0, "temperature_c", 10))
    yield* seconds(85)
    yield* store.append(measured(59, "temperature_c", 50))
    yield* seconds(2)
    assert.deepStrictEqual(store.fired, ["12:00:59 rise hot"])
    assert.deepStrictEqual(
      store.late.map((l) => l.from),
      [START + 59_000]
    )
  })
)

it.effect(
  "after downtime missed ticks are judged in order, with late: true, those of a minute are not late",
  () =>
    Effect.gen(function* () {
      const store = yield* begin(from(rule("warm", warm, { ...every(60), cooldown_seconds: 60 }), 0))
      const first = yield* start(store)
      yield* store.append(measured(0, "temperature_c", 35))
      yield* seconds(90)
      yield* first.kill
      yield* seconds(600)
      yield* start(store)
      yield* seconds(2)
      const events = [...store.events.values()]
      assert.deepStrictEqual(
        events.map((e) => (e.at - START) / 1000),
        [60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660]
      )
      assert.deepStrictEqual(
        events.map((e) => e.late),
        [false, ...Array.from({ length: 9 }, () => true), false]
      )
    })
)

it.effect("up to 5,000 missed ticks a rule, the newest", () =>
  Effect.gen(function* () {
    const store = yield* begin(from(rule("warm", warm, { ...every(10), cooldown_seconds: 10 }), 0))
    const first = yield* start(store)
    yield* store.append(measured(0, "temperature_c", 35))
    yield* seconds(35)
    yield* first.kill
    yield* seconds(60_000)
    yield* start(store)
    yield* seconds(1)
    const ticks = [...store.events.values()].map((e) => (e.at - START) / 1000)
    assert.deepStrictEqual([ticks.slice(0, 2), ticks.length, ticks.at(-1)], [[10, 10_020], 1 + 5000, 60_010])
  })
)

it.effect("a second engine takes over and judges no tick twice, and misses none", () =>
  Effect.gen(function* () {
    const store = yield* begin(from(rule("warm", warm, { ...every(10), cooldown_seconds: 1 }), 0))
    const first = yield* start(store)
    yield* start(store)
    yield* store.append(measured(0, "temperature_c", 35))
    yield* seconds(100)
    yield* first.kill
    yield* seconds(100)
    assert.strictEqual(store.commits.at(-1)!.epoch, 2)
    assert.deepStrictEqual(
      [...store.events.values()].map((e) => (e.at - START) / 1000),
      Array.from({ length: 18 }, (_, i) => (i + 1) * 10)
    )
    const ticked = store.committed.flatMap((c) => c.ticked.map((t) => `${t.partition} ${t.to}`))
    assert.lengthOf(new Set(ticked), ticked.length)
  })
)

it.effect(
  "a crash between two commits of one tick repeats it for nobody: who was asked is not asked again, who was not is",
  () =>
    Effect.gen(function* () {
      const store = yield* begin(from(rule("warm", warm, { ...every(600), cooldown_seconds: 1 }), 0))
      const herd = Array.from({ length: 4096 }, (_, n) => animal(n))
      yield* start(store)
      yield* store.append(...herd.map((s) => of(s, measured(0, "temperature_c", 35))))
      yield* seconds(610)
      let commits = 0
      store.loses = (changes) => changes.ticked.length > 0 && ++commits === 2
      yield* seconds(10)
      assert.isAbove(store.events.size, 0)
      assert.isBelow(store.events.size, herd.length)
      // its tick is judged and committed: what it did not know is for the late lane, not for a second asking
      const asked = [...store.events.values()][0]!.subject
      yield* store.append(of(asked, measured(599, "temperature_c", 10)))
      yield* seconds(5)
      assert.strictEqual(store.events.size, herd.length)
      assert.deepStrictEqual(store.late, [{ subject: asked.id, from: START + 599_000 }])
      assert.deepStrictEqual(new Set([...store.events.values()].map((e) => e.at)), new Set([START + 600_000]))
      assert.strictEqual(store.ended.size, 0)
      const ticked = store.committed.flatMap((c) =>
        c.ticked.filter((t) => t.half === null).map((t) => `${t.partition} ${t.to}`)
      )
      assert.deepStrictEqual([ticked.length, new Set(ticked).size], [PARTITIONS, PARTITIONS])
    })
)

it.effect("a schedule that comes into force while its project is silent is noticed within two seconds", () =>
  Effect.gen(function* () {
    const store = yield* begin()
    yield* start(store)
    yield* store.append(measured(0, "temperature_c", 35))
    yield* seconds(1000)
    store.ruleSets.set(PROJECT, {
      ...ruleSet(from(rule("warm", warm, every(10)), 1000, { blankFrom: 2 })),
      version: 2
    })
    yield* seconds(31)
    assert.deepStrictEqual(store.fired, ["12:16:50 rise warm"])
    store.ruleSets.set(PROJECT, { ...ruleSet(), version: 3 })
    yield* seconds(60)
    assert.strictEqual(store.committed.flatMap((c) => c.ticked).at(-1)!.to, START + 1010_000)
  })
)

it.effect("so is one that does so when the clock was set back an hour", () =>
  Effect.gen(function* () {
    const steady = yield* Clock.Clock
    let setBy = 0
    const nowOf = () => steady.currentTimeMillisUnsafe() + setBy
    const set: Clock.Clock = {
      currentTimeMillisUnsafe: nowOf,
      currentTimeMillis: Effect.sync(nowOf),
      sleep: (duration) => steady.sleep(duration),
      currentTimeNanosUnsafe: () => BigInt(nowOf()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(nowOf()) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => steady.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: steady.monotonicTimeNanos
    }
    const store = yield* begin()
    yield* Effect.provideService(start(store), Clock.Clock, set)
    yield* store.append(at(10, 5))
    yield* seconds(3 * HOUR)
    setBy = -HOUR * 1000
    store.ruleSets.set(PROJECT, {
      ...ruleSet(from(rule("silent", noData(1), every(60)), 2 * HOUR)),
      version: 2
    })
    yield* seconds(90)
    assert.deepStrictEqual(store.fired, ["14:01:00 rise silent"])
  })
)

it.effect("a subject that was deleted is asked no more", () =>
  Effect.gen(function* () {
    const store = yield* begin(from(rule("warm", warm, { ...every(60), cooldown_seconds: 1 }), 0))
    yield* start(store)
    yield* store.append(measured(0, "temperature_c", 35))
    yield* seconds(85)
    assert.strictEqual(store.events.size, 1)
    store.deleted.add(cow.id)
    store.roster++
    yield* seconds(300)
    assert.strictEqual(store.events.size, 1)
  })
)

it.effect("a tick judges no hold of another rule: a fix still under way can end it", () =>
  Effect.gen(function* () {
    const store = yield* begin(
      from(
        rule(
          "count",
          { type: "window", metric: "x", aggregate: "count", seconds: 60, op: ">", value: 9 },
          every(10)
        ),
        0
      ),
      rule("stay", { type: "spatial", relation: "enter", feature_type: "zone" }, { for_seconds: 60 })
    )
    yield* start(store)
    // every fix comes five minutes after it was taken
    yield* store.append(at(-300, 5, { arrives: 0 }), at(-290, 0, { arrives: 10 }))
    yield* seconds(40)
    yield* store.append(at(-260, 5, { arrives: 40 }))
    yield* seconds(60)
    assert.deepStrictEqual([store.fired, store.late], [[], []])
  })
)

it.effect("a hold of a schedule completes by its timer, after the ticks before its deadline", () =>
  Effect.gen(function* () {
    const inside = { type: "spatial", relation: "inside", feature_type: "zone" }
    const store = yield* begin(from(rule("in", inside, { ...every(10), for_seconds: 25 }), 0))
    yield* start(store)
    yield* store.append(at(0, 0))
    yield* seconds(60)
    assert.deepStrictEqual([store.fired, store.late], [["12:00:35 rise in"], []])
  })
)

it.effect("where ticks are given more time to wait for records, the holds they began are", () =>
  Effect.gen(function* () {
    const inside = { type: "spatial", relation: "inside", feature_type: "zone" }
    const store = yield* begin(from(rule("in", inside, { ...every(10), for_seconds: 25 }), 0))
    yield* start(store, { tickGraceSeconds: 60 })
    yield* store.append(at(0, 0))
    yield* seconds(90)
    assert.deepStrictEqual([store.fired, store.late], [[], []])
    yield* seconds(6)
    assert.deepStrictEqual([store.fired, store.late], [["12:00:35 rise in"], []])
  })
)

it.effect(
  "ticks that the database refuses put their project to rest for a minute, and hold up no other",
  () =>
    Effect.gen(function* () {
      const store = yield* begin(from(rule("warm", warm, { ...every(10), cooldown_seconds: 1 }), 0))
      const other = "01900000-0000-7000-8000-0000000000ac"
      const elsewhere = { ...animal(7), projectId: other }
      store.ruleSets.set(other, ruleSet(from(rule("there", warm, { ...every(10), cooldown_seconds: 1 }), 0)))
      store.refuses = (changes) =>
        changes.events.some((e) => e.at === START + 50_000 && e.subject.projectId === PROJECT)
      yield* start(store)
      yield* store.append(measured(0, "temperature_c", 35), of(elsewhere, measured(0, "temperature_c", 35)))
      yield* seconds(600)
      const ofProject = (id: string) =>
        [...store.events.values()].filter((e) => e.subject.projectId === id).length
      assert.isAtLeast(ofProject(other), 55)
      assert.strictEqual(ofProject(PROJECT), 4)
      store.refuses = () => false
      yield* seconds(70)
      assert.isAtLeast(ofProject(PROJECT), 60)
    })
)
