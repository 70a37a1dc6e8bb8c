// A project whose rule set cannot be loaded stands still by itself: the engine does not start again, others are
// judged as ever, and what waited is judged once its rules can be loaded.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Observation, Subject } from "../../../src/domain/rule/Observation.ts"
import { rule, seconds, start } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { area, at, cow, PROJECT, START } from "../../support/engine/timeline.ts"

const OTHER = "01900000-0000-7000-8000-0000000000ab"
const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }
const enter = { type: "spatial", relation: "enter", feature_type: "zone" }
const silent = { type: "no_data", for_seconds: 60 }

const other: Subject = {
  ...cow,
  id: cow.id.replace(/....$/, "eee3"),
  entityId: cow.id.replace(/....$/, "eee3"),
  projectId: OTHER
}
let records = 5000
const of = (subject: Subject, seen: Observation): Observation => ({ ...seen, subject, recordId: records++ })

const begin = Effect.fnUntraced(function* (...rules: ReadonlyArray<ReturnType<typeof rule>>) {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  const since = (one: ReturnType<typeof rule>) => ({ ...one, activeFrom: START - 1 })
  store.ruleSets.set(PROJECT, { version: 1, features: [area("A", 0)], rules: rules.map(since) })
  store.ruleSets.set(OTHER, { version: 1, features: [], rules: [since(rule("other", fast))] })
  return store
})

/** Another edition of the project's rules and features. */
const edit = (store: MemoryStore) => {
  const now = store.ruleSets.get(PROJECT)!
  store.ruleSets.set(PROJECT, { ...now, version: now.version + 1 })
}
const mend = (store: MemoryStore) => {
  store.unusable.clear()
  edit(store)
}
const epochs = (store: MemoryStore) => [...new Set(store.commits.map((c) => c.epoch))]

describe("a project whose rules and features cannot be loaded", () => {
  it.effect(
    "is parked with its reason; its records wait, others are judged, and no engine starts again",
    () =>
      Effect.gen(function* () {
        const store = yield* begin(rule("fast", fast))
        store.unusable.add(PROJECT)
        const { kill } = yield* start(store)
        for (let i = 0; i < 30; i++) {
          yield* store.append(
            at(i, 0, { speedMps: i % 2 === 0 ? 20 : 1 }),
            of(other, at(i, 0, { speedMps: i % 2 === 0 ? 20 : 1 }))
          )
          yield* seconds(1)
        }
        assert.deepStrictEqual(
          [...store.parked.values()].map(({ code, detail }) => ({ code, detail })),
          [{ code: "RULE_SET_TOO_LARGE", detail: "too much" }]
        )
        assert.deepStrictEqual(epochs(store), [1])
        assert.deepStrictEqual([...new Set(store.fired.map((f) => f.split(" ").at(-1)))], ["other"])
        assert.lengthOf(store.fired, 15)
        assert.isNotEmpty(store.openLanes)

        mend(store)
        yield* seconds(5)
        assert.strictEqual(store.parked.size, 0)
        assert.lengthOf(store.openLanes, 0)
        assert.lengthOf(store.fired, 30)
        assert.deepStrictEqual(epochs(store), [1])
        yield* kill
      })
  )

  it.effect("misses nothing that the rules would have found, however often it could not be loaded", () =>
    Effect.gen(function* () {
      const walk = [at(0, 5), at(1, 0), at(40, 0), at(50, 5, { speedMps: 20 }), at(60, 0)]
      const rules = [rule("fast", fast), rule("stay", enter, { for_seconds: 30 })]
      const judged = Effect.fnUntraced(function* (trouble: boolean) {
        const store = yield* begin(...rules)
        const { kill } = yield* start(store)
        yield* store.append(walk[0]!, walk[1]!)
        yield* seconds(1)
        // the hold of the visit is under way when the rule set becomes too large
        if (trouble) {
          store.unusable.add(PROJECT)
          edit(store)
        }
        yield* seconds(60)
        for (const one of walk.slice(2)) yield* store.append(one)
        yield* seconds(60)
        if (trouble) {
          edit(store)
          yield* seconds(3)
          assert.strictEqual(store.events.size, 0)
          mend(store)
          yield* seconds(90)
        }
        yield* kill
        return store.fired
      })
      assert.deepStrictEqual(yield* judged(true), yield* judged(false))
    })
  )

  it.effect("has its schedules judged afterwards, tick by tick", () =>
    Effect.gen(function* () {
      const tick = { trigger: { kind: "schedule", every_seconds: 30 } } as const
      const judged = Effect.fnUntraced(function* (trouble: boolean) {
        const store = yield* begin(rule("silent", silent, tick))
        const { kill } = yield* start(store)
        yield* store.append(at(0, 0))
        yield* seconds(1)
        if (trouble) {
          store.unusable.add(PROJECT)
          edit(store)
        }
        yield* seconds(200)
        if (trouble) {
          assert.strictEqual(store.events.size, 0)
          mend(store)
          yield* seconds(60)
        }
        yield* kill
        return store.fired
      })
      const missed = yield* judged(true)
      assert.isNotEmpty(missed)
      assert.deepStrictEqual(missed, (yield* judged(false)).slice(0, missed.length))
    })
  )

  it.effect("is tried again by the next engine, which goes on where it can be loaded then", () =>
    Effect.gen(function* () {
      const store = yield* begin(rule("fast", fast))
      store.unusable.add(PROJECT)
      const first = yield* start(store)
      yield* store.append(at(0, 0, { speedMps: 20 }))
      yield* seconds(2)
      yield* first.kill
      // the bound of the deployment was raised meanwhile: no edition of the project changed
      store.unusable.clear()
      const second = yield* start(store)
      yield* seconds(20)
      assert.strictEqual(store.parked.size, 0)
      assert.lengthOf(store.fired, 1)
      yield* second.kill
    })
  )
})
