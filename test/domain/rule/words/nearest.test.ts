// The limit with which a rule had fired.
import { assert, describe, it } from "@effect/vitest"
import { canonical } from "../../../../src/domain/rule/Document.ts"
import type { Evaluated } from "../../../../src/domain/rule/conditions/Evaluated.ts"
import {
  distanceOf,
  meetingLimit,
  nearestOf,
  onlyFailing,
  withLimit
} from "../../../../src/domain/rule/words/nearest.ts"
import { compare } from "../../../../src/domain/rule/conditions/compare.ts"
import type { PlacedReading } from "../../../../src/domain/rule/words/readings.ts"

const reading = (more: Partial<PlacedReading>): PlacedReading => ({
  label: "Battery voltage",
  label_message: { text: "Battery voltage" },
  value: 3.14,
  op: ">",
  limit: 3.2,
  unit: "V",
  truth: false,
  path: "/conditions/all/1",
  ...more
})

describe("the distance to firing", () => {
  const found = (truth: boolean | null): Evaluated => ({
    type: "no_data",
    truth,
    for_seconds: 60,
    last_seen_at: null
  })
  const rows = [
    reading({ path: "/conditions/all/0" }),
    reading({ path: "/conditions/all/1", op: "<", limit: 1, value: 5 }),
    reading({ path: "/conditions/any/0" }),
    reading({ path: "/conditions/any/1", op: "<", limit: 1, value: 5 }),
    reading({ path: "/conditions/not", truth: true, value: 4, limit: 3 }),
    reading({ path: "/conditions", truth: false, value: "Home", op: null, limit: null })
  ]
  const of = (evaluated: Evaluated) => distanceOf(evaluated, rows)

  it("is the share of the limit that is missing: added up where all must be true, the least where one must", () => {
    const both = [found(false), found(false)]
    assert.closeTo(of({ type: "all", truth: false, parts: both }), 0.06 / 3.2 + 0.8, 1e-9)
    assert.closeTo(of({ type: "any", truth: false, parts: both }), 0.06 / 3.2, 1e-9)
    assert.closeTo(of({ type: "all", truth: false, parts: [found(true), found(false)] }), 0.8, 1e-9)
    assert.closeTo(of({ type: "not", truth: false, part: found(true) }), 0.25, 1e-9)
  })

  it("is nothing for what is true, and whole where nothing was compared or known", () => {
    assert.strictEqual(of(found(true)), 0)
    assert.strictEqual(of(found(false)), 1)
    assert.closeTo(of({ type: "all", truth: null, parts: [found(null), found(true)] }), 0.06 / 3.2, 1e-9)
    assert.strictEqual(distanceOf(found(null), [reading({ path: "/conditions", truth: null })]), 1)
    assert.strictEqual(distanceOf(found(false), [reading({ path: "/conditions", value: 0, limit: 0 })]), 0)
  })
})

describe("the nearest limit", () => {
  it("is the roundest that the value meets", () => {
    assert.strictEqual(meetingLimit(">", 3.14, 3.2), 3.13)
    assert.strictEqual(meetingLimit(">=", 3.14, 3.2), 3.14)
    assert.strictEqual(meetingLimit("<", 42, 40), 43)
    // as fine as it is shown: 5.4 and not 5.4003
    assert.strictEqual(meetingLimit("<", 5.4003, 1), 5.41)
    assert.strictEqual(meetingLimit("<=", 0.123456, 0.1), 0.124)
    assert.strictEqual(meetingLimit(">", -5, 10), -6)
    assert.isNull(meetingLimit("==", 1, 2))
    for (const op of ["<", "<=", ">", ">="] as const)
      for (const value of [0, 0.1, 1e-9, 0.1 + 0.2, 1.005, -273.15, 123_456.789, 1e15])
        assert.isTrue(compare[op](value, meetingLimit(op, value, 1)!), `${value} ${op}`)
  })

  it("is there where one condition alone fails, by a number, and not under not", () => {
    const held = reading({ truth: true, path: "/conditions/all/0" })
    assert.deepStrictEqual(nearestOf([held, reading({})]), { path: "/conditions/all/1", limit: 3.13 })
    assert.isNull(nearestOf([held]))
    assert.isNull(nearestOf([reading({}), reading({ path: "/conditions/all/0" })]))
    assert.isNull(nearestOf([reading({ truth: null, value: null })]))
    assert.isNull(nearestOf([reading({ value: "Home", op: null, limit: null })]))
    assert.isNull(nearestOf([reading({ path: "/conditions/not" })]))
  })

  it("is nothing that everything meets: no speed is below zero, a temperature was", () => {
    const speed = { label: "Speed", label_message: { code: "reading.speed_kmh" }, path: "/conditions" }
    for (const [op, value] of [
      [">", 0],
      [">=", 0]
    ] as const) {
      const row = reading({ ...speed, op, value, limit: 3 })
      assert.isNull(nearestOf([row]))
      // what kept the rule silent can be said nevertheless
      assert.strictEqual(onlyFailing([row]), row)
    }
    assert.deepInclude(nearestOf([reading({ ...speed, value: 0.4, limit: 3 })]), { limit: 0.3 })
    assert.deepInclude(nearestOf([reading({ ...speed, value: 1, limit: 3 })]), { limit: 0 })
    assert.deepInclude(nearestOf([reading({ value: -5, limit: 10 })]), { limit: -6 })
    assert.deepInclude(nearestOf([reading({ op: ">=", value: -1, limit: 2 })]), { limit: -1 })
    assert.deepInclude(nearestOf([reading({ op: "<=", value: 0, limit: -3 })]), { limit: 0 })
  })

  it("goes into a copy of the document", () => {
    const document = canonical({
      trigger: { kind: "position" },
      conditions: {
        all: [
          { type: "no_data", for_seconds: 60 },
          { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }
        ]
      },
      event: { event_type: "LOW", title: "low" }
    })
    const other = withLimit(document, { path: "/conditions/all/1", limit: 3.13 })
    assert.include(JSON.stringify(other), '"value":3.13')
    assert.include(JSON.stringify(document), '"value":3.2')
  })
})
