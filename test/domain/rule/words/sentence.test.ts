// A rule in words, and what it read beside its limits.
import { assert, describe, it } from "@effect/vitest"
import { kindNames } from "../../../../src/domain/rule/conditions/registry.ts"
import type { ConditionNode } from "../../../../src/domain/rule/ConditionNode.ts"
import { canonical, type RuleDocument } from "../../../../src/domain/rule/Document.ts"
import { readings } from "../../../../src/domain/rule/words/readings.ts"
import { sentence } from "../../../../src/domain/rule/words/sentence.ts"
import { durationWords, listWords, type Names } from "../../../../src/domain/rule/words/phrases.ts"

const metrics: Readonly<Record<string, ReturnType<Names["metric"]>>> = {
  activity: { label: "Activity", unit: "m/s²" },
  battery_voltage: { label: "Battery voltage", unit: "V" },
  rssi_dbm: { label: "RSSI", unit: null }
}
const known: Readonly<Record<string, string>> = { a: "North alp", b: "River flat", c: "Cow", h: "Herd" }
const nameOf = (id: string) => known[id] ?? null
const names: Names = {
  metric: (key) => metrics[key] ?? { label: null, unit: null },
  feature: nameOf,
  entity: nameOf,
  entityType: nameOf,
  group: nameOf,
  device: nameOf
}

const event = { event_type: "SEEN", title: "seen" }
const parts = (more: Partial<RuleDocument> & { readonly conditions: ConditionNode }) =>
  sentence(canonical({ trigger: { kind: "position" }, event, ...more }), names)
const say = (more: Parameters<typeof parts>[0]) =>
  parts(more)
    .map((p) => p.text)
    .join("")

const still = {
  type: "window",
  metric: "activity",
  aggregate: "max",
  seconds: 43_200,
  op: "<",
  value: 0.6,
  min_samples: 3
} as const
const charged = { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 } as const

describe("a rule as a sentence", () => {
  it("says when, for whom, what, and what then; what was chosen is strong and points to its place", () => {
    const told = parts({
      trigger: { kind: "schedule", every_seconds: 3600 },
      scope: { entity_type_ids: ["c"] },
      conditions: { all: [still, charged] },
      event: { ...event, severity: "critical", create_alert: true }
    })
    assert.strictEqual(
      told.map((p) => p.text).join(""),
      "Every hour, for each cow: highest activity in 12 h below 0.6 m/s² from at least 3 values and battery " +
        "voltage above 3.2 V: a critical alert."
    )
    assert.deepStrictEqual(
      told.flatMap((p) => (p.strong ? [`${p.path!} ${p.text}`] : [])),
      [
        "/trigger/every_seconds hour",
        "/scope/entity_type_ids cow",
        "/conditions/all/0/aggregate highest",
        "/conditions/all/0/metric activity",
        "/conditions/all/0/seconds 12 h",
        "/conditions/all/0/value 0.6 m/s²",
        "/conditions/all/0/min_samples 3",
        "/conditions/all/1/metric battery voltage",
        "/conditions/all/1/value 3.2 V",
        "/event/severity critical"
      ]
    )
    assert.isTrue(told.every((p) => p.strong === (p.path !== null)))
  })

  it("says trees, holds and reminders", () => {
    const inside = { type: "spatial", relation: "inside", feature_ids: ["a", "b"] } as const
    assert.strictEqual(
      say({
        conditions: {
          all: [
            { any: [inside, charged] },
            { not: { all: [charged, still] } },
            { type: "no_data", for_seconds: 90 }
          ]
        },
        for_seconds: 300,
        max_gap_seconds: 900,
        cooldown_seconds: 86_400
      }),
      "At each position, for all: (is inside North alp or River flat or battery voltage above 3.2 V), not (battery " +
        "voltage above 3.2 V and highest activity in 12 h below 0.6 m/s² from at least 3 values) and nothing is " +
        "received for 90 s for 5 min without a gap over 15 min, again every 24 h: an info event."
    )
  })

  it("says places, other metrics and other triggers", () => {
    const where = (more: object) =>
      say({ conditions: { type: "spatial", relation: "exit", ...more } as never })
    assert.include(where({}), "leaves any geofence or zone:")
    assert.include(where({ feature_type: "site" }), "leaves any site:")
    assert.include(
      where({ feature_ids: ["a"], exit_buffer_m: 25, confirm_samples: 3, max_accuracy_m: 50 }),
      "leaves North alp by more than 25 m in 3 fixes in a row, told to 50 m:"
    )
    assert.include(where({ feature_ids: ["gone"] }), "leaves a removed feature:")
    const of = (trigger: RuleDocument["trigger"]) => say({ trigger, conditions: charged }).split(",")[0]
    assert.strictEqual(of({ kind: "measurement", metric_key: "rssi_dbm" }), "At each value of RSSI")
    assert.strictEqual(
      of({ kind: "state", state_keys: ["door", "lid"] }),
      "When the state changes of door or lid"
    )
    assert.strictEqual(of({ kind: "schedule" }), "Every 5 min")
    const speed = say({ conditions: { type: "threshold", metric: "speed_kmh", op: ">=", value: 40 } })
    assert.include(speed, "speed at least 40 km/h")
    assert.include(say({ conditions: { type: "dwell" } }), "what dwell will mean")
  })

  it("says a scope by the names its reader sees, and counts the others", () => {
    const of = (scope: NonNullable<RuleDocument["scope"]>) =>
      /, for (.*?): /.exec(say({ scope, conditions: charged }))?.[1]
    assert.strictEqual(of({ entity_ids: ["a", "x", "y"] }), "North alp or 2 other entities")
    assert.strictEqual(of({ group_ids: ["h"] }), "all of Herd")
    assert.strictEqual(
      of({ entity_type_ids: ["c"], group_ids: ["h"], device_ids: ["x"] }),
      "each cow of Herd with another device"
    )
  })

  it("words of durations and lists", () => {
    assert.deepStrictEqual([1, 90, 60, 300, 5400, 86_400, 172_800, 0.5].map(durationWords), [
      "1 s",
      "90 s",
      "1 min",
      "5 min",
      "90 min",
      "24 h",
      "2 d",
      "0.5 s"
    ])
    assert.strictEqual(listWords(["a", "b", "c", "d", "e", "f", "g"]), "a, b, c, d or 3 others")
    assert.strictEqual(listWords(["a", "b", "c", "d", "e"]), "a, b, c, d or e")
  })

  it("every kind has rows for what it read, and says nothing of a condition of another kind", () => {
    const found = {
      type: "all",
      truth: true,
      parts: [
        {
          type: "window",
          truth: true,
          metric: "activity",
          aggregate: "max",
          seconds: 43_200,
          op: "<",
          limit: 0.6,
          value: 0.28,
          count: 11,
          from: 0,
          to: 1,
          first_id: null,
          last_id: null
        },
        {
          type: "not",
          truth: true,
          part: { type: "no_data", truth: false, for_seconds: 60, last_seen_at: 1000 }
        },
        { type: "spatial", truth: null, relation: "inside", features: [], missing: "no accepted position" }
      ]
    } as const
    const node: ConditionNode = {
      all: [still, { not: { type: "no_data", for_seconds: 60 } }, { type: "spatial", relation: "inside" }]
    }
    assert.deepStrictEqual(
      readings(node, found, names, 31_000).map((r) => [
        r.path,
        r.label,
        r.value,
        r.op,
        r.limit,
        r.unit,
        r.truth
      ]),
      [
        ["/conditions/all/0", "Activity, highest in 12 h", 0.28, "<", 0.6, "m/s²", true],
        ["/conditions/all/0", "Values in the window", 11, ">=", 3, null, true],
        ["/conditions/all/1/not", "Nothing received", 30, ">=", 60, "s", false],
        ["/conditions/all/2", "Inside", null, null, null, null, null]
      ]
    )
    assert.deepStrictEqual(readings({ all: [charged] }, found, names, 0), [])
    assert.sameMembers([...kindNames], ["threshold", "spatial", "no_data", "window"])
  })
})
