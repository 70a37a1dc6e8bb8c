// Specification 2.1: "device state change" starts an evaluation. A report of what the device had said before
// starts none.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { tell } from "../../support/engine/steps.ts"
import { ruleSet, fast, rule, speed } from "../../support/engine/storyRules.ts"
import { becomes, cow, RULE } from "../../support/engine/timeline.ts"

const DAY = 86_400
/** Reminds at every evaluation a second or more after the one before: evaluations are counted by it. */
const counting = {
  trigger: { kind: "state", state_keys: ["lid"] },
  conditions: fast,
  cooldown_seconds: 1
} as const
const watched = Effect.gen(function* () {
  const story = yield* tell(ruleSet(counting))
  yield* story.send(0, speed(0, true))
  return story
})

describe("a change of state", () => {
  it.effect('the same "open" three times starts one evaluation, and no reminder', () =>
    Effect.gen(function* () {
      const story = yield* watched
      for (const s of [10, 20, 30]) yield* story.send(s, becomes(s, "lid", "open"))
      assert.deepStrictEqual(story.events, ["10 rise v1"])
      yield* story.send(40, becomes(40, "lid", "closed"))
      yield* story.send(50, becomes(50, "lid", "closed"))
      yield* story.send(60, becomes(60, "lid", "open"))
      assert.deepStrictEqual(story.events, ["10 rise v1", "40 reminder v1", "60 reminder v1"])
    })
  )

  it.effect("values are equal as JSON, whatever the order of their members", () =>
    Effect.gen(function* () {
      const story = yield* watched
      yield* story.send(10, becomes(10, "lid", { open: true, by: [1, 2] }))
      yield* story.send(20, becomes(20, "lid", { by: [1, 2], open: true }))
      assert.deepStrictEqual(story.events, ["10 rise v1"])
      yield* story.send(30, becomes(30, "lid", { by: [2, 1], open: true }))
      assert.deepStrictEqual(story.events, ["10 rise v1", "30 reminder v1"])
    })
  )

  it.effect("each key has a value of its own, and keys that the rule does not name start nothing", () =>
    Effect.gen(function* () {
      const story = yield* tell({
        version: 1,
        features: [],
        rules: [
          rule(counting),
          rule(
            { ...counting, trigger: { kind: "state" } },
            { id: `${RULE.slice(0, -1)}c`, name: "all keys", version: 2 }
          )
        ]
      })
      yield* story.send(0, speed(0, true))
      yield* story.send(10, becomes(10, "mode", 1))
      yield* story.send(20, becomes(20, "lid", 1))
      yield* story.send(30, becomes(30, "mode", 1), becomes(30, "lid", 2))
      assert.deepStrictEqual(story.events, [
        "10 rise v2",
        "20 rise v1",
        "20 reminder v2",
        "30 reminder v1",
        "30 reminder v2"
      ])
    })
  )

  it.effect(
    "each device of an entity has states of its own: two collars that take turns change nothing",
    () =>
      Effect.gen(function* () {
        const story = yield* watched
        const other = { ...cow, deviceId: "01900000-0000-7000-8000-0000000000d2" }
        yield* story.send(10, becomes(10, "lid", "open"))
        yield* story.send(20, { ...becomes(20, "lid", "closed"), subject: other })
        yield* story.send(30, becomes(30, "lid", "open"))
        yield* story.send(40, { ...becomes(40, "lid", "closed"), subject: other })
        assert.deepStrictEqual(story.events, ["10 rise v1", "20 reminder v1"])
      })
  )

  it.effect(
    "what was said more than seven days ago is not known any more, as with metrics: saying it again is a change",
    () =>
      Effect.gen(function* () {
        const story = yield* watched
        yield* story.send(10, becomes(10, "lid", "open"))
        yield* story.send(7 * DAY + 10, becomes(7 * DAY + 10, "lid", "open"), speed(7 * DAY + 10, true))
        assert.deepStrictEqual(story.events, ["10 rise v1"])
        const later = 14 * DAY + 11
        yield* story.send(later, becomes(later, "lid", "open"), speed(later, true))
        assert.deepStrictEqual(story.events, ["10 rise v1", `${later} reminder v1`])
      })
  )
})

describe("the value before is that of effective time, whoever asks", () => {
  it.effect("a late value between two equal ones makes both of them changes", () =>
    Effect.gen(function* () {
      const story = yield* watched
      yield* story.send(10, becomes(10, "lid", "open"))
      yield* story.send(30, becomes(30, "lid", "open"))
      yield* story.send(31, becomes(20, "lid", "closed"))
      assert.deepStrictEqual(story.events, ["10 rise v1", "20 reminder v1 late", "30 reminder v1 late"])
    })
  )

  it.effect("a late value that says earlier what a change said takes the change back", () =>
    Effect.gen(function* () {
      const story = yield* watched
      yield* story.send(30, becomes(30, "lid", "open"))
      assert.deepStrictEqual(story.events, ["30 rise v1"])
      yield* story.send(31, becomes(20, "lid", "open"))
      assert.deepStrictEqual(story.events, ["20 rise v1 late", "30 rise v1 superseded"])
    })
  )

  it.effect("an engine that starts again knows what was said, and so does a rule that begins to ask", () =>
    Effect.gen(function* () {
      const story = yield* watched
      yield* story.send(10, becomes(10, "lid", "open"))
      story.restart()
      yield* story.send(20, becomes(20, "lid", "open"))
      assert.deepStrictEqual(story.events, ["10 rise v1"])
      const young = yield* tell(ruleSet({ conditions: fast }))
      yield* young.send(0, speed(0, false), becomes(0, "lid", "open"))
      young.edit((rows, version) => ({
        rules: [
          ...rows.rules,
          rule(counting, { id: `${RULE.slice(0, -1)}c`, version: 2, blankFrom: version })
        ]
      }))
      yield* young.send(10, speed(10, true), becomes(10, "lid", "open"))
      assert.deepStrictEqual(young.events, ["10 rise v1"])
      yield* young.send(20, becomes(20, "lid", "closed"))
      assert.deepStrictEqual(young.events, ["10 rise v1", "20 rise v2"])
    })
  )
})
