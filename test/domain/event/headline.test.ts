// The figure that decided: told again from the conditions of the version and from what was stored of the event.
import { assert, describe, it } from "@effect/vitest"
import { contextOf } from "../../../src/domain/event/context.ts"
import { decisiveFigure } from "../../../src/domain/event/decisiveFigure.ts"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import { area, at, measured, story } from "../../support/engine/timeline.ts"

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const
const still = {
  type: "window",
  metric: "activity",
  aggregate: "max",
  seconds: 600,
  op: "<",
  value: 5
} as const
const volts = { label: "Battery voltage", unit: "V" }
const unknown = { label: null, unit: null }

/** A rule that holds nothing. */
const at0 = (conditions: ConditionNode) => ({ conditions, for_seconds: 0 })

/** The headline of the first event that the engine makes of these observations. */
const of = (
  conditions: ConditionNode,
  meaning: Parameters<typeof decisiveFigure>[2],
  seen: ReadonlyArray<Observation>,
  kind: "position" | "measurement" = "position",
  held = 0
) => {
  const event = { event_type: "SEEN", title: "t" } as const
  const trigger = kind === "position" ? { kind } : ({ kind } as const)
  const rule = { event, trigger, conditions, for_seconds: held }
  const [made] = story(rule, [area("A", 0)]).batch(...seen).events
  if (made === undefined) throw new Error("nothing fired")
  const told = { context: contextOf(made), before: made.stateBefore, time: made.at }
  return decisiveFigure(rule, told, meaning)
}

describe("the headline of an event", () => {
  it("is the number beside its limit, by the name and in the unit of the catalogue", () => {
    assert.deepStrictEqual(
      of(
        low,
        volts,
        [measured(0, "battery_voltage", 3.6), measured(10, "battery_voltage", 3.14)],
        "measurement"
      ),
      { label: "Battery voltage", value: 3.14, op: "<", limit: 3.2, unit: "V" }
    )
    assert.deepStrictEqual(of(low, unknown, [measured(0, "battery_voltage", 3.14)], "measurement"), {
      label: "battery_voltage",
      value: 3.14,
      op: "<",
      limit: 3.2,
      unit: null
    })
  })

  it("of a figure of a fix needs no catalogue", () => {
    assert.deepStrictEqual(of(fast, unknown, [at(0, 5, { speedMps: 15.5 })]), {
      label: "Speed",
      value: 55.8,
      op: ">",
      limit: 40,
      unit: "km/h"
    })
  })

  it("of a window says what was taken of the metric, and how far back", () => {
    assert.deepStrictEqual(
      of(still, { label: "Activity", unit: "m/s²" }, [measured(0, "activity", 2)], "measurement"),
      { label: "Activity, highest in 10 min", value: 2, op: "<", limit: 5, unit: "m/s²" }
    )
    assert.deepInclude(
      of(
        { ...still, aggregate: "count" },
        { label: "Activity", unit: "m/s²" },
        [measured(0, "activity", 2)],
        "measurement"
      ),
      { label: "Activity, values in 10 min", value: 1, unit: null }
    )
  })

  it("is that of the condition that was true, and the contrary of one that had to be false", () => {
    const slow = { type: "threshold", metric: "speed_kmh", op: "<", value: 1 } as const
    assert.deepInclude(of({ any: [slow, fast] }, unknown, [at(0, 5, { speedMps: 20 })]), {
      op: ">",
      limit: 40
    })
    assert.deepInclude(of({ not: fast }, unknown, [at(0, 5, { speedMps: 1 })]), {
      value: 3.6,
      op: "<=",
      limit: 40
    })
    assert.deepInclude(of({ not: { not: fast } }, unknown, [at(0, 5, { speedMps: 20 })]), { op: ">" })
  })

  it("is none where a place decided, whatever numbers were read", () => {
    const inside = { type: "spatial", relation: "inside" } as const
    assert.isNull(of({ any: [fast, inside] }, unknown, [at(0, 5), at(10, 0.5, { speedMps: 1 })]))
    assert.isNull(of(inside, unknown, [at(0, 5), at(10, 0.5)]))
  })

  it("is how long it was held where a place decided, at a border as inside of it", () => {
    const held = (value: number) => ({ label: "Held", value, op: ">=", limit: 30, unit: "s" }) as const
    const inside = { type: "spatial", relation: "inside" } as const
    const exit = { type: "spatial", relation: "exit" } as const
    const walk = [at(0, 0), at(10, 0), at(45, 0)]
    assert.deepStrictEqual(of(inside, unknown, walk, "position", 30), held(30))
    const leaves = [at(0, 0), at(10, 5), at(50, 5)]
    assert.deepStrictEqual(of(exit, unknown, leaves, "position", 30), held(30))
    // a number that decided is said first
    const quick = { all: [fast, inside] }
    const seen = [at(0, 0, { speedMps: 20 }), at(45, 0, { speedMps: 20 })]
    assert.deepInclude(of(quick, unknown, seen, "position", 30), { label: "Speed", value: 72 })
    // a state of another edition of the program may say less
    const context = { kind: "exit", feature: { id: "A" } }
    assert.isNull(
      decisiveFigure({ conditions: exit, for_seconds: 30 }, { context, before: {}, time: 0 }, unknown)
    )
  })

  it("of a silence is how long it lasted", () => {
    const time = Date.parse("2026-05-01T12:00:00Z")
    const silent = { type: "no_data", for_seconds: 43_200 } as const
    const context = (last: string | null) => ({ values: { last_seen_at: last }, metric: null, value: null })
    assert.deepStrictEqual(
      decisiveFigure(
        at0(silent),
        { context: context("2026-04-30T23:56:00.000Z"), before: null, time },
        unknown
      ),
      { label: "Nothing received", value: 43_440, op: ">=", limit: 43_200, unit: "s" }
    )
    assert.isNull(decisiveFigure(at0(silent), { context: context(null), before: null, time }, unknown))
  })

  it("is none of a context that says nothing", () => {
    for (const context of [{}, { values: null }, { values: { speed_kmh: "fast" } }])
      assert.isNull(decisiveFigure(at0(fast), { context, before: null, time: 0 }, unknown))
  })
})
