// What fresh seeds of the simulation found the engine to tell wrong (test/simulation, REMEMBERED), each as a
// story of a few records.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { tell } from "../../support/engine/steps.ts"
import { ruleSet, byTick, enter, fast, inside, low, next, rule } from "../../support/engine/storyRules.ts"
import { area, at, measured, RULE, START } from "../../support/engine/timeline.ts"

const outside = { type: "spatial", relation: "outside", feature_type: "geofence" } as const
const minOf = (metric: string, seconds: number, op: "<" | ">=", value: number) =>
  ({ type: "window", metric, aggregate: "min", seconds, op, value }) as const
const other = { id: `${RULE.slice(0, -1)}c`, name: "other" }

describe("one instant, one moment", () => {
  it.effect(
    "of two fixes of one instant the first that starts the rule crossed the border: no reminder comes before the crossing",
    () =>
      Effect.gen(function* () {
        const trigger = { kind: "position", record_types: ["gnss", "network"] } as const
        const story = yield* tell(
          ruleSet({ trigger, conditions: { any: [enter, outside] }, cooldown_seconds: 15 }, area("A", 0))
        )
        yield* story.send(0, at(0, 5))
        yield* story.send(30, at(30, 0), at(30, 0, { recordType: "network" }))
        assert.deepStrictEqual(story.events, ["0 rise v1", "30 enter v1"])
      })
  )

  it.effect(
    "a border that was edited ends a hold also where a measurement of the instant is judged before the fix",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(ruleSet({ conditions: enter, for_seconds: 20 }, area("A", 0)))
        yield* story.send(0, at(0, 5))
        yield* story.send(10, at(10, 0))
        story.edit((_, version) => ({ features: [{ ...area("A", 0), revision: 2, changedAt: version }] }))
        yield* story.send(30, measured(30, "battery_voltage", 3), at(30, 0))
        assert.deepStrictEqual(story.events, [])
      })
  )
})

describe("a subject is where its last fix was", () => {
  it.effect(
    "also where no rule looked when it went there: judged live, after a restart and after its past was judged again",
    () =>
      Effect.gen(function* () {
        const quiet = rule({ trigger: { kind: "measurement" }, conditions: low }, { ...other, blankFrom: 2 })
        for (const then of ["goes on", "restarts", "is late"]) {
          const story = yield* tell(ruleSet({ conditions: inside }, area("A", 0)))
          yield* story.send(0, at(0, 0))
          story.edit(() => ({ rules: [quiet] }))
          yield* story.send(10, at(10, 90))
          if (then === "is late") yield* story.send(15, measured(5, "a", 1))
          if (then === "restarts") story.restart()
          const look = { ...byTick, conditions: { not: inside } } as const
          story.edit((_, version) => ({
            rules: [quiet, rule(look, { version: 2, blankFrom: version, activeFrom: START + 15_000 })]
          }))
          yield* story.clock(95)
          assert.deepStrictEqual(story.events, ["0 rise v1 until 10", "60 rise v2"], then)
        }
      })
  )
})

describe("a window is (t - seconds, t], whatever was asked before", () => {
  it.effect(
    "a tick was judged before a record that is older than it: the record still finds what had left the tick's window",
    () =>
      Effect.gen(function* () {
        const story = yield* tell({
          version: 1,
          features: [],
          rules: [
            rule({ trigger: { kind: "measurement", metric_key: "b" }, conditions: minOf("a", 30, "<", 3) }),
            rule({ ...byTick, conditions: minOf("a", 30, ">=", 100) }, other)
          ]
        })
        yield* story.send(20, measured(20, "a", 2))
        yield* story.clock(85)
        yield* story.send(90, measured(45, "b", 1))
        assert.deepStrictEqual(story.events, ["45 rise v1"])
      })
  )

  it.effect(
    "a deadline that had passed when a version shortened its hold is judged by what was known where the version begins, also after a restart",
    () =>
      Effect.gen(function* () {
        for (const restarts of [false, true]) {
          const story = yield* tell(
            ruleSet({ conditions: { all: [enter, minOf("b", 20, ">=", 5)] }, for_seconds: 60 }, area("A", 0))
          )
          yield* story.send(5, at(0, 5), measured(5, "b", 7))
          yield* story.send(10, at(10, 0))
          // nobody is asked at it
          yield* story.send(30, at(30, 0, { recordType: "network" }))
          story.edit((rows, version) => ({ rules: next(rows, version, { for_seconds: 10 }) }))
          if (restarts) story.restart()
          yield* story.send(40, at(40, 0))
          assert.deepStrictEqual(story.events, [], "at 30 the last b had left the window: not known")
          yield* story.send(50, measured(50, "b", 8))
          assert.deepStrictEqual(story.events, ["50 enter v2"])
        }
      })
  )
})

describe("a deadline that had passed when a version shortened its hold", () => {
  it.effect(
    "is decided where that version begins: a past that is judged again from between the two begins with the deadline",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(
          ruleSet(
            { trigger: { kind: "measurement" }, conditions: inside, for_seconds: 60, cooldown_seconds: 15 },
            area("A", 0)
          )
        )
        yield* story.send(0, at(0, 0), measured(0, "a", 1))
        yield* story.send(20, measured(20, "a", 1))
        story.edit((rows, version) => ({ rules: next(rows, version, { for_seconds: 5 }) }))
        yield* story.send(40, measured(40, "a", 1))
        assert.deepStrictEqual(story.events, ["5 rise v2", "40 reminder v2"])
        yield* story.send(50, measured(10, "a", 1))
        assert.deepStrictEqual(story.events, ["5 rise v2", "40 reminder v2"])
      })
  )
})

describe("no_data looks at receipt times", () => {
  it.effect(
    "a clock that is ahead made ticks be judged early: what arrives before their time concerns them, though their rule is gone",
    () =>
      Effect.gen(function* () {
        const story = yield* tell(
          ruleSet({ ...byTick, conditions: { not: { type: "no_data", for_seconds: 50 } } })
        )
        yield* story.send(5, measured(10, "a", 1, 5), measured(130, "a", 1, 5))
        assert.deepStrictEqual(story.events, [])
        story.edit(() => ({ rules: [rule({ conditions: fast }, other)] }))
        yield* story.send(30, measured(140, "a", 1, 30))
        assert.deepStrictEqual(story.events, ["60 rise v1 late until 120"])
      })
  )
})
