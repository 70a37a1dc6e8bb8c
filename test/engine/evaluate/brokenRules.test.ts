// A rule whose document cannot run fails with the first record or tick that would start it, and for nobody
// out of its scope.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { tell } from "../../support/engine/steps.ts"
import { rule } from "../../support/engine/storyRules.ts"
import { at, becomes, cow, measured } from "../../support/engine/timeline.ts"

const broken = (trigger: unknown, more: object = {}) => ({
  version: 1,
  features: [],
  rules: [
    rule(
      { conditions: { all: [] } },
      {
        document: {
          trigger,
          conditions: { type: "exec" },
          event: { event_type: "SEEN", title: "-" },
          ...more
        }
      }
    )
  ]
})
const elsewhere = "01900000-0000-7000-8000-0000000000ee"

describe("a rule whose document cannot run", () => {
  it.effect("fails at the measurement that would start it, with no position at all", () =>
    Effect.gen(function* () {
      const story = yield* tell(broken({ kind: "measurement", metric_key: "battery_voltage" }))
      yield* story.send(0, at(0, 0), becomes(0, "lid", "open"), measured(0, "other", 1))
      assert.deepStrictEqual(story.store.failures, [])
      yield* story.send(10, measured(10, "battery_voltage", 3))
      assert.deepStrictEqual(story.store.failures, ["RULE_CONDITION_UNKNOWN rule"])
    })
  )

  it.effect("fails at the change of state that would start it", () =>
    Effect.gen(function* () {
      const story = yield* tell(broken({ kind: "state", state_keys: ["lid"] }))
      yield* story.send(0, at(0, 0), measured(0, "a", 1), becomes(0, "mode", 1))
      assert.deepStrictEqual(story.store.failures, [])
      yield* story.send(10, becomes(10, "lid", "open"))
      assert.strictEqual(story.store.failures.length, 1)
    })
  )

  it.effect("fails at the tick that would start it", () =>
    Effect.gen(function* () {
      const story = yield* tell(broken({ kind: "schedule", every_seconds: 60 }))
      yield* story.send(10, at(10, 0), measured(10, "a", 1))
      assert.deepStrictEqual(story.store.failures, [])
      yield* story.clock(85)
      assert.strictEqual(story.store.failures.length, 1)
    })
  )

  it.effect("fails at anything that comes in where its trigger cannot be read", () =>
    Effect.gen(function* () {
      for (const seen of [
        at(10, 0),
        at(10, 0, { recordType: "network" }),
        measured(10, "a", 1),
        becomes(10, "lid", 1)
      ]) {
        const story = yield* tell(broken({ kind: "moon" }))
        yield* story.send(10, seen)
        assert.strictEqual(story.store.failures.length, 1, seen._tag)
      }
    })
  )

  it.effect("does not fail for whom it is not about", () =>
    Effect.gen(function* () {
      for (const scope of [
        { entity_ids: [elsewhere] },
        { group_ids: [elsewhere], breeds: ["Angus"] },
        { device_ids: [elsewhere, 5] }
      ]) {
        const story = yield* tell(broken({ kind: "position" }, { scope }))
        yield* story.send(0, at(0, 0))
        assert.deepStrictEqual(story.store.failures, [], JSON.stringify(scope))
      }
      const story = yield* tell(
        broken({ kind: "position" }, { scope: { entity_ids: [cow.id, 5], breeds: ["Angus"] } })
      )
      yield* story.send(0, at(0, 0))
      assert.strictEqual(story.store.failures.length, 1)
    })
  )
})
