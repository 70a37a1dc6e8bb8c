// "No project can stop or starve another": a project that asks for more than its share of a turn goes on in
// lanes of its own, in order and exactly once, while others are judged as if it were not there.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { Observation, Subject } from "../../../src/domain/rule/Observation.ts"
import type { BatchResult } from "../../../src/engine/evaluate/BatchResult.ts"
import { type BatchLimits, DEFAULT_BATCH_LIMITS } from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import type { EngineOptions } from "../../../src/engine/live/EngineOptions.ts"
import { type Epochs, Journal } from "../../../src/engine/ports.ts"
import { rule, seconds, start, startWith } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { at, cow, measured, PROJECT, START } from "../../support/engine/timeline.ts"

const QUIET = "01900000-0000-7000-8000-0000000000ab"
const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }
/**
 * Two animals of the project that floods in one partition, one in another; and one of the quiet project
 * beside the first two.
 */
const idOf = (n: number, partition: number) =>
  `01900000-0000-7000-8000-000000${(0xc000 + n).toString(16)}${partition.toString(16).padStart(2, "0")}`
const animal = (projectId: string, n: number, partition: number): Subject => {
  const id = idOf(n, partition)
  return { id, projectId, entityId: id, deviceId: id.replace("000c", "000d") }
}
const first = animal(PROJECT, 1, 3),
  second = animal(PROJECT, 2, 3),
  third = animal(PROJECT, 3, 7),
  quiet = animal(QUIET, 9, 3)

const of = (subject: Subject, seen: Observation): Observation => ({ ...seen, subject, recordId: records++ })
let records = 1
/** Fixes that are fast and slow by turns: each second one makes every rule fire. */
const flood = (subject: Subject, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => of(subject, at(from + i, 90, { speedMps: i % 2 === 0 ? 20 : 1 })))

const few: BatchLimits = { ...DEFAULT_BATCH_LIMITS, events: 10 }
const small = (limits: BatchLimits = few): EngineOptions => ({
  tickGraceSeconds: 20,
  lateQuietMs: 1000,
  limits
})

const begin = Effect.fnUntraced(function* (rules: number, more: Partial<RuleDocument> = {}) {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  const own = (projectId: string, n: number) => ({
    ...rule(`${projectId.slice(-2)}-${n}`, fast, more),
    activeFrom: START - 1
  })
  store.ruleSets.set(PROJECT, {
    version: 1,
    features: [],
    rules: Array.from({ length: rules }, (_, n) => own(PROJECT, n))
  })
  store.ruleSets.set(QUIET, { version: 1, features: [], rules: [own(QUIET, 0)] })
  return store
})

/** In which commit each event was made. */
const madeIn = (store: MemoryStore, projectId: string) =>
  store.committed.flatMap((c, i) => c.events.filter((e) => e.subject.projectId === projectId).map(() => i))
const lanesOf = (store: MemoryStore) =>
  store.committed.map((c) =>
    c.lanes.map(({ after, before }) => (before === null ? "opens" : after === null ? "closes" : "goes on"))
  )
/** What happens after each commit. */
const after = (then: (changes: BatchResult) => Effect.Effect<void>) =>
  Layer.effect(
    Journal,
    Effect.map(Journal, (own) => ({
      commit: (epochs: Epochs, changes: BatchResult) =>
        Effect.andThen(
          own.commit(epochs, changes),
          Effect.suspend(() => then(changes))
        )
    }))
  )
/** Whether a commit moves a cursor of the log; one of a lane only proves it. */
const readsOn = (changes: BatchResult) => changes.cursors.some((c) => c.to > c.from)
const reference = Effect.fnUntraced(function* (
  sent: ReadonlyArray<Observation>,
  rules: number,
  more: Partial<RuleDocument> = {}
) {
  const store = yield* begin(rules, more)
  yield* store.append(...sent)
  const { kill } = yield* start(store)
  yield* seconds(200)
  yield* kill
  return store
})

describe("a project whose records ask for more than its share", () => {
  it.effect("is judged in order and exactly once, in many commits, as it would be in one", () =>
    Effect.gen(function* () {
      const sent = [...flood(first, 0, 40), ...flood(second, 3, 40), ...flood(third, 5, 40)]
      const whole = yield* reference(sent, 5),
        store = yield* begin(5)
      yield* store.append(...sent)
      yield* start(store, small())
      yield* seconds(200)
      assert.strictEqual(store.events.size, 300)
      assert.deepStrictEqual([...store.events.keys()].sort(), [...whole.events.keys()].sort())
      assert.deepStrictEqual(store.openLanes, [])
      const states = (of: MemoryStore) =>
        [...of.states].map(([key, { state }]) => [key, state] as const).sort(([a], [b]) => (a < b ? -1 : 1))
      assert.deepStrictEqual(states(store), states(whole))
      for (const subject of [first, second, third]) {
        const times = store.committed.flatMap((c) =>
          c.events.filter((e) => e.subject.id === subject.id).map((e) => e.at)
        )
        assert.deepStrictEqual(
          times,
          times.toSorted((a, b) => a - b)
        )
      }
    })
  )

  it.effect(
    "leaves the common cursor with the commit that moves it, and comes back with the one that finishes its last window",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(5)
        yield* store.append(...flood(first, 0, 8))
        yield* start(store, small())
        yield* seconds(1)
        assert.deepStrictEqual(
          lanesOf(store),
          [["opens"], ["goes on"], ["closes"]].slice(0, lanesOf(store).length)
        )
        assert.strictEqual(lanesOf(store).at(-1)?.[0], "closes")
        const [opened] = store.committed[0]!.lanes
        assert.deepStrictEqual(
          [store.committed[0]!.cursors, opened!.after!.position, opened!.after!.upTo, opened!.after!.place],
          [[{ partition: 3, from: 0, to: 1 }], 0, 1, { subjectId: first.id, at: START + 2000, ticked: false }]
        )
        assert.strictEqual(opened!.after!.ruleId, "rule-aa-0")
        yield* store.append(of(first, at(20, 90, { speedMps: 20 })))
        yield* seconds(1)
        assert.deepStrictEqual(
          [lanesOf(store).at(-1), store.committed.at(-1)!.cursors],
          [[], [{ partition: 3, from: 1, to: 2 }]]
        )
        assert.strictEqual(store.events.size, 25)
      })
  )

  it.effect(
    "keeps nobody waiting: what another project sends meanwhile is judged in the next commit of the log",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(5)
        yield* store.append(...flood(first, 0, 100), of(quiet, at(0, 90, { speedMps: 20 })))
        const { kill } = yield* start(store, small())
        yield* seconds(1)
        // its record is of the same log row: it is judged first, as the smaller of the two
        assert.deepStrictEqual(madeIn(store, QUIET), [0])
        assert.isAbove(new Set(madeIn(store, PROJECT)).size, 20)
        yield* kill
      })
  )

  it.effect("no commit decides more than its bound and what one instant adds", () =>
    Effect.gen(function* () {
      const store = yield* begin(7)
      yield* store.append(...flood(first, 0, 50), ...flood(third, 0, 50))
      yield* start(store, small())
      yield* seconds(5)
      assert.strictEqual(store.events.size, 350)
      assert.isAtMost(Math.max(...store.committed.map((c) => c.events.length)), few.events + 6)
    })
  )

  it.effect(
    "that may fill a turn with one record is judged apart from its first on: who is beside it waits for none",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(few.events + 1)
        yield* store.append(...flood(first, 0, 2), of(quiet, at(0, 90, { speedMps: 20 })))
        yield* start(store, small())
        yield* seconds(1)
        assert.deepStrictEqual(madeIn(store, QUIET), [0])
        assert.deepStrictEqual(new Set(madeIn(store, PROJECT)), new Set([1]))
        assert.strictEqual(store.events.size, few.events + 2)
        assert.deepStrictEqual(store.openLanes, [])
      })
  )

  it.effect.each([
    [399, ["log", "lane", "log", "lane", "log", "lane"]],
    [400, ["log", "log", "lane", "log", "log", "lane"]]
  ] as const)(
    "waits once where a turn takes 400 ms: who came in meanwhile is first (%i ms)",
    ([took, order]) =>
      Effect.gen(function* () {
        const store = yield* begin(5)
        yield* store.append(...flood(first, 0, 40))
        // while a commit of the log is written the next record comes in
        let sent = 0
        const slow = after((changes) =>
          !readsOn(changes) || sent === 10
            ? Effect.void
            : Effect.andThen(
                store.append(of(quiet, at(100 + 2 * sent++, 90, { speedMps: 20 }))),
                Effect.sleep(took)
              )
        )
        yield* startWith(store, slow, small())
        yield* seconds(12)
        assert.deepStrictEqual(
          store.committed.slice(0, 6).map((c) => (readsOn(c) ? "log" : "lane")),
          [...order]
        )
        assert.strictEqual(store.events.size, 20 * 5 + 1)
        assert.deepStrictEqual(store.openLanes, [])
      })
  )

  it.effect(
    "has its time pass whenever a lane of it closes: whoever is silent there is asked all the same",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(few.events + 1)
        const tick = rule(
          "tick",
          { type: "threshold", metric: "x", op: ">", value: 0 },
          { trigger: { kind: "schedule", every_seconds: 10 }, cooldown_seconds: 1 }
        )
        const own = store.ruleSets.get(PROJECT)!
        store.ruleSets.set(PROJECT, { ...own, rules: [...own.rules, { ...tick, activeFrom: START - 1 }] })
        yield* store.append(of(second, measured(0, "x", 1)))
        // in each second in which its lane is judged the next record of another comes in, so that it opens again
        let sent = 1
        const busy = after((changes) =>
          readsOn(changes)
            ? Effect.void
            : Effect.andThen(
                store.append(of(first, at(sent++, 90, { speedMps: 1 }))),
                Effect.sleep("1 second")
              )
        )
        yield* startWith(store, busy, small())
        yield* seconds(61)
        const asked = [...store.events.values()].map((e) => (e.at - START) / 1000)
        assert.deepStrictEqual(asked, [0, 10, 20, 30])
        assert.isAbove(store.openLanes.length, 0)
      })
  )

  it.effect("windows that come while one is under way wait for it: a late record in them is late", () =>
    Effect.gen(function* () {
      const store = yield* begin(5),
        sent = flood(first, 10, 30),
        late = of(first, at(5, 90, { speedMps: 20, arrives: 40 }))
      yield* store.append(...sent)
      const { kill } = yield* start(store, small({ ...few, events: 5 }))
      yield* TestClock.adjust("1 millis")
      yield* store.append(late, ...flood(second, 10, 4))
      yield* seconds(30)
      assert.deepStrictEqual(store.late, [{ subject: first.id, from: START + 5000 }])
      assert.deepStrictEqual(store.openLanes, [])
      const whole = yield* reference([...sent, late], 5)
      const keys = (of: MemoryStore) =>
        of.valid.map((line) => line.split(" until ")[0]!).filter((key) => key.includes(first.id))
      assert.deepStrictEqual(keys(store), keys(whole))
      yield* kill
    })
  )

  it.effect("an engine that dies goes on at the committed place, with what the subjects had then", () =>
    Effect.gen(function* () {
      const sent = [...flood(first, 0, 30), ...flood(second, 0, 30), ...flood(third, 0, 30)]
      const whole = yield* reference(sent, 5),
        store = yield* begin(5)
      yield* store.append(...sent)
      let commits = 0
      // killed before each third commit, in a lane and out of it: whatever was decided last is decided again
      store.loses = () => ++commits % 3 === 0
      yield* start(store, small())
      yield* seconds(300)
      assert.deepStrictEqual([...store.events.keys()].sort(), [...whole.events.keys()].sort())
      assert.deepStrictEqual(store.openLanes, [])
      assert.isAbove(commits, 30)
    })
  )

  it.effect(
    "ticks and timers of it wait where it has a lane, those of others do not; afterwards they come as after down time",
    () =>
      Effect.gen(function* () {
        const byTick = {
          ...rule(
            "tick",
            { type: "threshold", metric: "x", op: ">", value: 0 },
            { trigger: { kind: "schedule", every_seconds: 10 }, cooldown_seconds: 1 }
          ),
          activeFrom: START - 1
        }
        const store = yield* begin(5)
        for (const [id, ruleSet] of store.ruleSets)
          store.ruleSets.set(id, {
            ...ruleSet,
            rules: [...ruleSet.rules, { ...byTick, id: `tick-${id.slice(-2)}` }]
          })
        yield* store.append(of(first, measured(0, "x", 1)), of(quiet, measured(0, "x", 1)))
        const { kill } = yield* start(store, small())
        yield* seconds(31)
        const asked = (projectId: string) =>
          [...store.events.values()]
            .filter((e) => e.subject.projectId === projectId && e.rule.id.startsWith("tick"))
            .map((e) => (e.at - START) / 1000)
        assert.deepStrictEqual(
          [asked(PROJECT), asked(QUIET)],
          [
            [0, 10],
            [0, 10]
          ]
        )
        // a lane whose commits are lost, so that it cannot be judged
        store.loses = (changes: BatchResult) => changes.events.some((e) => e.subject.projectId === PROJECT)
        yield* store.append(...flood(first, 1, 4))
        yield* seconds(40)
        assert.isAbove(store.openLanes.length, 0)
        const meanwhile = asked(QUIET)
        assert.deepStrictEqual([asked(PROJECT), meanwhile.length >= 4], [[0, 10], true])
        store.loses = () => false
        yield* seconds(100)
        assert.deepStrictEqual(store.openLanes, [])
        assert.deepStrictEqual(
          asked(PROJECT),
          Array.from({ length: asked(PROJECT).length }, (_, i) => i * 10)
        )
        assert.isAbove(asked(PROJECT).length, 10)
        yield* kill
      })
  )
})

describe("what cannot be committed", () => {
  const events = (changes: BatchResult, projectId: string) =>
    changes.events.filter((e) => e.subject.projectId === projectId).length

  it.effect(
    "for a reason that nobody knows: its project goes on alone, and is tried in ever smaller pieces",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(4)
        store.loses = (changes) => events(changes, PROJECT) > 4
        yield* store.append(...flood(first, 0, 20), ...flood(third, 0, 20))
        yield* start(store)
        yield* seconds(1)
        yield* store.append(of(quiet, at(1, 90, { speedMps: 20 })))
        yield* seconds(300)
        assert.strictEqual(store.events.size, 81)
        assert.deepStrictEqual([store.openLanes, store.skippedRows, store.late], [[], [], []])
      })
  )

  it.effect("whatever is tried: nobody else waits for it, and once it can be everything is there", () =>
    Effect.gen(function* () {
      const store = yield* begin(4)
      let isBroken = true
      store.loses = (changes) => isBroken && events(changes, PROJECT) > 0
      yield* store.append(...flood(first, 0, 6))
      yield* start(store)
      yield* seconds(30)
      for (let n = 0; n < 5; n++) {
        yield* store.append(of(quiet, at(30 + 2 * n, 90, { speedMps: n % 2 === 0 ? 20 : 1 })))
        yield* seconds(2)
      }
      assert.deepStrictEqual(
        [store.events.size, new Set([...store.events.values()].map((e) => e.subject.projectId))],
        [3, new Set([QUIET])]
      )
      isBroken = false
      yield* seconds(120)
      assert.strictEqual(store.events.size, 15)
    })
  )

  it.effect(
    "nor is anybody kept waiting by a project whose rules cannot even be read, not at its records and not at its ticks",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(2),
          quietRuleSet = store.ruleSets.get(QUIET)!
        const byTick = {
          ...rule(
            "tick",
            { type: "threshold", metric: "x", op: ">", value: 0 },
            { trigger: { kind: "schedule", every_seconds: 10 }, cooldown_seconds: 1 }
          ),
          activeFrom: START - 1
        }
        store.ruleSets.set(PROJECT, { ...store.ruleSets.get(PROJECT)!, rules: [byTick] })
        store.ruleSets.set(QUIET, {
          ...quietRuleSet,
          rules: [...quietRuleSet.rules, { ...byTick, id: "tick-quiet" }]
        })
        store.broken.add(PROJECT)
        yield* store.append(of(first, measured(0, "x", 1)), of(quiet, measured(0, "x", 1)))
        yield* start(store)
        yield* seconds(60)
        yield* store.append(of(quiet, at(60, 90, { speedMps: 20 })))
        yield* seconds(1)
        const made = () =>
          [...store.events.values()].map(
            (e) =>
              `${e.rule.name} ${e.subject.projectId === QUIET ? "quiet" : "flood"} ${(e.at - START) / 1000}`
          )
        assert.include(made(), "ab-0 quiet 60")
        assert.isAbove(made().filter((line) => line.startsWith("tick quiet")).length, 2)
        assert.strictEqual(made().filter((line) => line.includes("flood")).length, 0)
        store.broken.clear()
        yield* seconds(200)
        assert.deepStrictEqual(store.openLanes, [])
        assert.isAbove(made().filter((line) => line.startsWith("tick flood")).length, 5)
      })
  )

  it.effect(
    "what the database refuses in a lane is stepped over instant by instant, and left to the late lane",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(4),
          refused = START + 4000
        store.refuses = (changes) =>
          changes.rewrites.length === 0 &&
          changes.events.some((e) => e.at === refused && e.subject.projectId === PROJECT)
        yield* store.append(...flood(first, 0, 2))
        yield* start(store, small({ ...few, events: 3 }))
        yield* seconds(1)
        yield* store.append(...flood(first, 2, 8))
        yield* seconds(200)
        assert.deepStrictEqual(store.openLanes, [])
        assert.lengthOf(store.skippedRows, 1)
        // the past was judged again whole, with what was stepped over
        assert.strictEqual([...store.events.values()].filter((e) => e.at === refused).length, 4)
        assert.strictEqual(store.events.size, 20)
      })
  )
})

describe("the parts of a turn", () => {
  it("quiet is in the partition of the flood", () =>
    assert.strictEqual(partitionOf(quiet.id), partitionOf(first.id)))
  it("cow is nobody of these", () =>
    assert.isFalse([first, second, third, quiet].some((s) => s.id === cow.id)))
})
