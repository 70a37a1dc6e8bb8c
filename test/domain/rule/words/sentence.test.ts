// A rule in words, and what it read beside its limits.
import { assert, describe, it } from "@effect/vitest"
import { server as spanish } from "../../../../src/words/es/messages/server.ts"
import { messageParts, messageText } from "../../../../src/words/message.ts"
import { kindNames } from "../../../../src/domain/rule/conditions/registry.ts"
import type { ConditionNode } from "../../../../src/domain/rule/ConditionNode.ts"
import { canonical, type RuleDocument } from "../../../../src/domain/rule/Document.ts"
import { readings } from "../../../../src/domain/rule/words/readings.ts"
import { englishParts } from "../../../../src/domain/rule/words/english.ts"
import { sentenceMessage } from "../../../../src/domain/rule/words/sentence.ts"
import { durationWords, type Names } from "../../../../src/domain/rule/words/phrases.ts"

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
const messageOf = (more: Partial<RuleDocument> & { readonly conditions: ConditionNode }) =>
  sentenceMessage(canonical({ trigger: { kind: "position" }, event, ...more }), names)
const textOf = (parts: ReturnType<typeof englishParts>) => parts.map(({ text }) => text).join("")
const say = (more: Parameters<typeof messageOf>[0]) => textOf(englishParts(messageOf(more)))

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
  const full = {
    trigger: { kind: "schedule", every_seconds: 3600 },
    scope: { entity_type_ids: ["c"] },
    conditions: { all: [still, charged] },
    event: { ...event, severity: "critical", create_alert: true }
  } as const
  const paths = [
    "/scope/entity_type_ids",
    "/conditions/all/0/aggregate",
    "/conditions/all/0/metric",
    "/conditions/all/0/value",
    "/conditions/all/0/seconds",
    "/conditions/all/0/min_samples",
    "/conditions/all/1/metric",
    "/conditions/all/1/value",
    "/event/severity",
    "/trigger/every_seconds"
  ]

  it("says for whom, what, what then, and when it is checked; what was chosen is strong and points to its place", () => {
    const parts = englishParts(messageOf(full))
    assert.strictEqual(
      textOf(parts),
      "When a cow has a highest activity below 0.6 m/s² in 12 h from at least 3 values and has battery voltage " +
        "above 3.2 V, open a critical alert. Checked every 1 h."
    )
    assert.deepStrictEqual(
      parts.flatMap((p) => p.path ?? []),
      paths
    )
    assert.isTrue(parts.every((p) => p.strong === (p.path !== null)))
  })

  it("says the same in Spanish, with the same places", () => {
    const parts = messageParts(messageOf(full), spanish)!
    assert.strictEqual(
      textOf(parts),
      "Cuando cualquier cow tiene un máximo de activity por debajo de 0.6 m/s² en 12 h con al menos 3 valores y " +
        "tiene battery voltage por encima de 3.2 V, abrir una alerta crítica. Se comprueba cada 1 h."
    )
    assert.deepStrictEqual(
      parts.flatMap((p) => p.path ?? []),
      paths
    )
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
      "When anyone (is inside North alp or River flat or has battery voltage above 3.2 V), not (has battery voltage " +
        "above 3.2 V and has a highest activity below 0.6 m/s² in 12 h from at least 3 values) and sends nothing " +
        "for 90 s for 5 min without a gap over 15 min, note it; remind every 24 h."
    )
  })

  it("says places, other metrics and other triggers", () => {
    const where = (more: object) =>
      say({ conditions: { type: "spatial", relation: "exit", ...more } as never })
    assert.include(where({}), "leaves any fence or area,")
    assert.include(where({ feature_type: "site" }), "leaves any site,")
    assert.include(where({ feature_type: "geofence" }), "leaves any fence,")
    assert.include(
      where({ feature_ids: ["a"], exit_buffer_m: 25, confirm_samples: 3, max_accuracy_m: 50 }),
      "leaves North alp by more than 25 m in 3 positions in a row, accurate to 50 m,"
    )
    assert.include(where({ feature_ids: ["gone"] }), "leaves a deleted area,")
    const of = (trigger: RuleDocument["trigger"]) =>
      say({ trigger, conditions: charged }).split("Checked ")[1] ?? ""
    assert.strictEqual(of({ kind: "position" }), "")
    assert.strictEqual(
      of({ kind: "position", record_types: ["gnss", "network"] }),
      "at each fix or network position."
    )
    assert.strictEqual(of({ kind: "measurement" }), "at each measurement.")
    assert.strictEqual(of({ kind: "measurement", metric_key: "rssi_dbm" }), "at each value of RSSI.")
    assert.strictEqual(of({ kind: "state" }), "at each change of state.")
    assert.strictEqual(of({ kind: "state", state_keys: ["door", "lid"] }), "at each change of door or lid.")
    assert.strictEqual(of({ kind: "schedule" }), "every 5 min.")
    const speed = say({ conditions: { type: "threshold", metric: "speed_kmh", op: ">=", value: 40 } })
    assert.include(speed, "has speed at least 40 km/h")
    const spanishSpeed = messageOf({
      conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }
    })
    assert.include(messageText(spanishSpeed, spanish), "tiene velocidad por encima de 40 km/h")
    assert.include(say({ conditions: { type: "dwell" } }), "meets the condition dwell")
  })

  it("says a scope by the names its reader sees, and counts the others", () => {
    const of = (scope: NonNullable<RuleDocument["scope"]>) =>
      /When (.*?) has /.exec(say({ scope, conditions: charged }))?.[1]
    assert.strictEqual(of({}), "anyone")
    assert.strictEqual(of({ entity_ids: ["a", "x", "y"] }), "North alp or 2 other animals")
    assert.strictEqual(
      of({ entity_ids: ["a", "b", "c", "h", "a", "b", "c"] }),
      "North alp, River flat, Cow, Herd or 3 others"
    )
    assert.strictEqual(of({ group_ids: ["h"] }), "anyone in Herd")
    assert.strictEqual(
      of({ entity_type_ids: ["c"], group_ids: ["h"], device_ids: ["x"] }),
      "a cow in Herd with another device"
    )
  })

  it("says nothing in a language that does not know a code", () => {
    assert.isNull(messageParts({ code: "rule.of.tomorrow" }, spanish))
    assert.isNull(messageParts({ code: "checked.every", args: { duration: { code: "new" } } }, spanish))
  })

  it("words of durations", () => {
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
        {
          type: "spatial",
          truth: null,
          relation: "inside",
          features: [],
          missing: { code: "missing.noAcceptedPosition" }
        }
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
    // each text is said in Spanish too
    const rows = readings(node, found, names, 31_000)
    assert.deepStrictEqual(
      rows.map(({ label_message, missing_message }) =>
        [label_message, ...(missing_message === undefined ? [] : [missing_message])].map((one) =>
          messageText(one, spanish)
        )
      ),
      [
        ["Activity, máximo en 12 h"],
        ["Valores en la ventana"],
        ["Sin recibir nada"],
        ["Dentro de", "ninguna posición aceptada"]
      ]
    )
    assert.strictEqual(rows.at(-1)?.missing, "no accepted position")
    assert.sameMembers([...kindNames], ["threshold", "spatial", "no_data", "window"])
  })
})
