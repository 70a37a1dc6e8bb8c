// What an event carries of the firing that made it: title, place, values, evidence.
import { assert, describe, it } from "@effect/vitest"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { blank } from "../../../src/domain/rule/RuleState.ts"
import {
  area,
  at,
  becomes,
  cow,
  type Draft,
  measured,
  PROJECT,
  RULE,
  START,
  story
} from "../../support/engine/timeline.ts"

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const
const window = {
  type: "window",
  metric: "activity",
  aggregate: "max",
  seconds: 600,
  op: "<",
  value: 5
} as const
const inside = { type: "spatial", relation: "inside" } as const
const event = {
  event_type: "SEEN",
  title: "{entity}|{device}|{feature}|{metric}|{value}|{rule}|{x}"
} as const
const DAY = 86_400

const first =
  (draft: Draft, features: Parameters<typeof story>[1] = []) =>
  (...seen: ReadonlyArray<Observation>) => {
    const made = story({ event, ...draft }, features).batch(...seen).events[0]
    if (made === undefined) throw new Error("nothing fired")
    return made
  }

describe("an event", () => {
  it("is whole: who, what, when, where, why", () => {
    const { evaluated, rule, ...rest } = first(
      { conditions: { all: [fast, inside] }, event: { ...event, severity: "critical", create_alert: true } },
      [area("A", 0)]
    )(at(0, 5), at(10, 0.5, { speedMps: 12 }))
    assert.strictEqual(rule.id, RULE)
    assert.isTrue(evaluated.truth)
    const who = {
      entity: { id: cow.id, name: "Alma", typeId: "t", groupIds: [] },
      device: { id: cow.deviceId, name: "Collar 1" }
    }
    const { recordId } = rest.fix!
    const fix = { at: START + 10_000, recordId, lon: 0.5, lat: 0, altitudeM: null, speedMps: 12 }
    assert.deepStrictEqual<object>(rest, {
      id: "id-1",
      key: `${RULE}|1|${cow.id}|rise|${area("A", 0).id}|${START + 10_000}`,
      subject: cow,
      who,
      kind: "rise",
      at: START + 10_000,
      createdAt: START,
      severity: "critical",
      title: "Alma|Collar 1|A|speed_kmh|43.2|rule|?",
      feature: { id: area("A", 0).id, name: "A", revision: 1 },
      fix,
      sampleAt: START + 10_000,
      trigger: { kind: "position", record_id: recordId, at: START + 10_000 },
      metric: "speed_kmh",
      value: 43.2,
      stateBefore: blank,
      placements: [
        { filterKey: "", before: { version: 1, inside: [] }, now: { version: 1, inside: [area("A", 0).id] } }
      ],
      ruleSetVersion: 1,
      alertId: "id-2",
      traceId: "id-3",
      late: false,
      receivedAt: null // received when it was made, as what is imported is
    })
    assert.strictEqual(cow.projectId, PROJECT)
  })

  it("is not older than the records that made it, whichever clock told when they came in", () => {
    const made = (arrives: number) =>
      first({ conditions: fast })(at(-20, 0), at(-10, 0, { speedMps: 12, arrives })).createdAt
    assert.strictEqual(made(-5), START, "the batch's own time")
    assert.strictEqual(made(3), START + 3000, "the log was read after the clock")
  })

  it("makes no alert unless its template says so, and is of severity info", () => {
    const made = first({ conditions: fast })(at(0, 0, { speedMps: 12 }))
    assert.deepStrictEqual(
      [made.alertId, made.severity, made.title, made.feature],
      [null, "info", "Alma|Collar 1|-|speed_kmh|43.2|rule|?", null]
    )
  })

  it("of a crossing names the feature that was crossed, in its key too", () => {
    const made = first(
      {
        conditions: {
          all: [
            { type: "spatial", relation: "exit", feature_ids: [area("A", 0).id] },
            { ...inside, feature_ids: [area("B", 4).id] }
          ]
        }
      },
      [area("A", 0), area("B", 4)]
    )(at(0, 0), at(10, 4))
    assert.deepStrictEqual(
      [made.kind, made.feature?.name, made.key],
      ["exit", "A", `${RULE}|1|${cow.id}|exit|${area("A", 0).id}|${START + 10_000}`]
    )
  })

  it("of a level names the first feature that a true inside found, in its key too; outside names none", () => {
    const named = (conditions: Draft["conditions"]) => {
      const { feature, key } = first({ conditions }, [area("A", 0), area("B", 0.5)])(at(0, 0.2))
      assert.strictEqual(key, `${RULE}|1|${cow.id}|rise|${feature?.id ?? ""}|${START}`)
      return feature?.name ?? null
    }
    assert.strictEqual(
      named({ all: [{ ...inside, relation: "outside", feature_type: "site" }, inside] }),
      "A"
    )
    assert.strictEqual(
      named({ not: { ...inside, relation: "outside", feature_ids: [area("B", 0).id] } }),
      null
    )
    assert.strictEqual(
      named({
        any: [
          { ...inside, feature_type: "site" },
          { ...inside, feature_ids: [area("B", 0).id] }
        ]
      }),
      "B"
    )
  })

  it("of a level that rises while a border is crossed names no feature: that is the crossing's", () => {
    const s = story({ event, conditions: { any: [{ type: "spatial", relation: "enter" }, fast] } }, [
      area("A", 0)
    ])
    s.see(at(0, 5))
    assert.deepStrictEqual(
      s.batch(at(10, 0, { speedMps: 12 })).events.map((e) => [e.kind, e.feature?.name ?? null]),
      [
        ["enter", "A"],
        ["rise", null]
      ]
    )
  })

  it("carries the figure that decided: of the first true number, else of the first there is", () => {
    const figure = (conditions: Draft["conditions"]) => {
      const { metric, value } = first({ conditions }, [area("A", 0)])(
        measured(0, "battery_voltage", 4),
        measured(0, "activity", 3),
        at(0, 0, { speedMps: 12 })
      )
      return [metric, value]
    }
    assert.deepStrictEqual(figure({ any: [low, window, fast] }), ["activity", 3])
    assert.deepStrictEqual(figure({ all: [{ not: low }, inside] }), ["battery_voltage", 4])
    assert.deepStrictEqual(figure(inside), [null, null])
  })

  it.each([
    ["a measurement", measured(10, "battery_voltage", 3), "measurement", { kind: "measurement" }],
    ["a state", becomes(10, "door", 1), "state", { kind: "state" }]
  ] as const)("says that %s started it", (_, record, kind, trigger) =>
    assert.deepStrictEqual(
      first({ trigger, conditions: low })(measured(5, "battery_voltage", 3, 5), record).trigger.kind,
      kind
    )
  )

  it("of a schedule is of its tick, of no record", () => {
    const s = story({ trigger: { kind: "schedule", every_seconds: 60 }, conditions: low, event })
    s.see(measured(1, "battery_voltage", 3))
    const made = s.ticks(60).events[0]!
    assert.deepStrictEqual(
      [made.trigger, made.sampleAt, made.at],
      [{ kind: "schedule", record_id: null, at: START + 60_000 }, START + 60_000, START + 60_000]
    )
  })

  it("of a deadline is of that time, and of the age of the last fix known then", () => {
    const s = story({ conditions: { type: "spatial", relation: "exit" }, for_seconds: 60, event }, [
      area("A", 0)
    ])
    s.see(at(0, 0), at(10, 5))
    const made = s.batch(at(100, 5)).events[0]!
    assert.deepStrictEqual(
      [made.trigger, made.sampleAt, made.at, made.fix?.at],
      [
        { kind: "deadline", record_id: null, at: START + 70_000 },
        START + 10_000,
        START + 70_000,
        START + 10_000
      ]
    )
  })

  it("carries the subject's last position if it is not older than a day", () => {
    const placed = (age: number) =>
      first({ trigger: { kind: "measurement" }, conditions: low })(
        at(0, 7),
        measured(age, "battery_voltage", 3)
      ).fix?.lon
    assert.deepStrictEqual([placed(DAY), placed(DAY + 0.001)], [7, undefined])
  })

  it("of a device without an entity has the device's name", () => {
    const s = story({ conditions: fast, event })
    s.subjectActor.who = { entity: null, device: { id: cow.deviceId, name: "Collar 1" } }
    assert.strictEqual(
      s.batch(at(0, 0, { speedMps: 12 })).events[0]?.title,
      "Collar 1|Collar 1|-|speed_kmh|43.2|rule|?"
    )
  })

  it("of a reminder carries the state that was before it, and of a later edition its number", () => {
    const s = story({ conditions: fast, cooldown_seconds: 60, event })
    s.see(at(0, 0, { speedMps: 12 }))
    s.edit([], 7)
    const made = s.batch(at(60, 0, { speedMps: 12 })).events[0]!
    assert.deepStrictEqual(
      [made.kind, made.stateBefore, made.ruleSetVersion],
      ["reminder", { ...blank, active: true, since: START, lastFiredAt: START }, 7]
    )
  })
})
