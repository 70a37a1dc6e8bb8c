// What an engine remembers is what the database would tell it: a life with restarts decides as a life
// without.
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { rule, start } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { longProperty } from "../../support/stories.ts"
import { area, at, measured, PROJECT, START } from "../../support/engine/timeline.ts"

const window = (aggregate: string, op: string, value: number, seconds: number, more = {}) => ({
  type: "window",
  metric: "activity",
  aggregate,
  op,
  value,
  seconds,
  ...more
})
const near = { type: "spatial", relation: "enter", feature_type: "zone" }

const rules = [
  rule("sum", window("sum", ">", 3, 40), { trigger: { kind: "measurement", metric_key: "activity" } }),
  rule("least", window("min", "<", 0.2, 60, { min_samples: 3 }), {
    trigger: { kind: "schedule", every_seconds: 30 },
    cooldown_seconds: 30
  }),
  rule("count", window("count", "==", 0, 20), {
    trigger: { kind: "schedule", every_seconds: 10 },
    for_seconds: 20
  }),
  rule(
    "silent",
    { type: "no_data", for_seconds: 45 },
    { trigger: { kind: "schedule", every_seconds: 10 }, cooldown_seconds: 60 }
  ),
  rule("both", near, { trigger: { kind: "position", record_types: ["gnss", "network"] }, for_seconds: 15 }),
  rule(
    "network",
    {
      all: [
        { ...near, max_accuracy_m: 50 },
        { type: "threshold", metric: "speed_kmh", op: ">", value: 0 }
      ]
    },
    { trigger: { kind: "position", record_types: ["network"] }, for_seconds: 15 }
  ),
  rule("careful", { ...near, confirm_samples: 2, exit_buffer_m: 1000 }),
  rule(
    "cold",
    {
      all: [
        { type: "threshold", metric: "activity", op: "<", value: 0.5 },
        { type: "spatial", relation: "inside", feature_type: "zone" }
      ]
    },
    {
      trigger: { kind: "position", record_types: ["gnss", "network"] },
      cooldown_seconds: 20,
      max_gap_seconds: 60,
      for_seconds: 10
    }
  )
]

const Step = Schema.Struct({
  wait: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
  delay: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 })),
  kind: Schema.Literals(["gnss", "network", "activity"]),
  value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 })),
  accuracy: Schema.NullOr(Schema.Literals([10, 100])),
  restarts: Schema.Boolean
})
type Step = typeof Step.Type

/** Delayed, but never overtaken: what comes too late is for the late lane. */
const observe = ({ accuracy, kind, value }: Step, taken: number, now: number): Observation =>
  kind === "activity"
    ? { ...measured(taken, "activity", value / 10), receivedAt: START + now * 1000 }
    : at(taken, value % 2 === 0 ? 0 : 5, {
        recordType: kind,
        accuracyM: accuracy,
        speedMps: value,
        arrives: now
      })

const live = (steps: ReadonlyArray<Step>, mayRestart: boolean) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const store = new MemoryStore()
    store.ruleSets.set(PROJECT, {
      version: 1,
      features: [area("A", 0)],
      rules: rules.map((r) => ({ ...r, activeFrom: START }))
    })
    let engine = yield* start(store),
      now = 0,
      taken = 0
    for (const step of steps) {
      now += step.wait
      yield* TestClock.setTime(START + now * 1000)
      taken = Math.max(taken + 1, now - step.delay)
      yield* store.append(observe(step, taken, now))
      yield* TestClock.adjust("100 millis")
      if (!mayRestart || !step.restarts) continue
      yield* engine.kill
      engine = yield* start(store)
      yield* TestClock.adjust("100 millis")
    }
    yield* TestClock.setTime(START + (now + 300) * 1000)
    yield* TestClock.adjust("1 second")
    yield* engine.kill
    return {
      events: [...store.events.keys()].sort(),
      ended: store.ended.size,
      late: store.late.map((l) => l.from),
      commits: store.commits.length
    }
  })

it.effect.prop(
  "windows, latest values, placements, receipts, holds and ticks across restarts equal those without one",
  { steps: Schema.Array(Step).check(Schema.isMinLength(1), Schema.isMaxLength(25)) },
  ({ steps }) =>
    Effect.gen(function* () {
      const whole = yield* live(steps, false),
        cut = yield* live(steps, true)
      assert.deepStrictEqual({ ...cut, commits: 0 }, { ...whole, commits: 0 })
    }),
  longProperty(40)
)
