// Which events an automation acts on, how old they may be, and what becomes of them.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { receiversOf } from "../../../src/domain/automation/Action.ts"
import { type Automation, NewAutomation } from "../../../src/domain/automation/Automation.ts"
import { isFresh } from "../../../src/domain/automation/isFresh.ts"
import { matches } from "../../../src/domain/automation/matches.ts"
import { planDeliveries } from "../../../src/domain/automation/planDeliveries.ts"
import { automation, event, id } from "./examples.ts"

describe("an automation matches", () => {
  const cases: ReadonlyArray<
    readonly [title: string, filter: Partial<Automation>, changes: Partial<typeof event>, expected: boolean]
  > = [
    ["every event when it names nothing", {}, {}, true],
    ["an event of one of its types", { event_types: ["NO_DATA", "GEOFENCE_EXIT"] }, {}, true],
    ["no event of another type", { event_types: ["NO_DATA"] }, {}, false],
    ["an event of its least severity", { min_severity: "warning" }, { severity: "warning" }, true],
    ["an event that is worse", { min_severity: "warning" }, { severity: "critical" }, true],
    ["no event that is less", { min_severity: "warning" }, { severity: "info" }, false],
    ["an event without an alert when it requires none", { require_alert: false }, { alert: null }, true],
    ["no event without an alert when it requires one", { require_alert: true }, { alert: null }, false],
    [
      "an event with an alert when it requires one",
      { require_alert: true },
      { alert: { id: id(9), status: "open" } },
      true
    ],
    ["an event of one of its rules", { rule_ids: [id(1), id(2)] }, { rule_id: id(2) }, true],
    ["no event of another rule", { rule_ids: [id(1)] }, { rule_id: id(2) }, false],
    ["no event that no rule made when it names rules", { rule_ids: [id(1)] }, { rule_id: null }, false],
    ["an event about one of its entities", { entity_ids: [id(3)] }, { entity_id: id(3) }, true],
    ["no event about another entity", { entity_ids: [id(3)] }, { entity_id: id(4) }, false],
    ["no event about nobody when it names entities", { entity_ids: [id(3)] }, { entity_id: null }, false],
    [
      "only what fits all of its members",
      { event_types: ["GEOFENCE_EXIT"], entity_ids: [id(3)] },
      { entity_id: id(4) },
      false
    ]
  ]
  it.each(cases)("%s", (_, filter, changes, expected) => {
    assert.strictEqual(matches({ ...automation(), ...filter }, { ...event, ...changes }), expected)
  })
})

describe("automations skip events older than their freshness bound (specification 6)", () => {
  const at = (seconds: number) => ({
    time: "2026-05-01T00:00:00.000Z",
    created_at: new Date(Date.parse("2026-05-01T00:00:00Z") + seconds * 1000).toISOString()
  })
  it.each([
    [0, 0, true],
    [0.001, 0, false],
    [21_600, 21_600, true],
    [21_600.001, 21_600, false],
    [-60, 0, true]
  ] as const)("%d s old, at most %d: %s", (age, most, expected) => {
    assert.strictEqual(isFresh(at(age), most), expected)
  })

  it("the bound is six hours unless given, of created_at - time", () => {
    assert.isTrue(
      Schema.is(NewAutomation)({ name: "n", actions: [{ type: "email", to: ["a@example.org"] }] })
    )
    const [fresh] = planDeliveries({ ...event, ...at(21_600) }, [automation()])
    const [old] = planDeliveries({ ...event, ...at(21_601) }, [automation()])
    assert.isNull(fresh!.skip)
    assert.deepInclude(old!.skip, {
      code: "STALE",
      error: "the event was 21601 s old when it was learned of; this automation takes up to 21600 s"
    })
  })

  it("a schedule's event is as old as its tick, not as what it is about", () => {
    const noData = {
      ...event,
      event_type: "NO_DATA",
      time: "2026-05-01T12:00:00.000Z",
      created_at: "2026-05-01T12:00:20.500Z",
      sample_time: "2026-05-01T12:00:00.000Z"
    }
    assert.isNull(planDeliveries(noData, [automation()])[0]!.skip)
  })
})

describe("a plan", () => {
  const mail = { id: id(20), type: "email", to: ["a@example.org", "b@example.org", "a@example.org"] } as const
  const hook = { id: id(21), type: "webhook", url: "https://Hooks.Example.org:8443/secret?token=1" } as const
  const chat = { id: id(22), type: "telegram", user_id: id(30) } as const

  it("has a delivery for each receiver of each action of each automation that matches", () => {
    const planned = planDeliveries(event, [
      automation({ id: id(1), actions: [mail, hook] }),
      automation({ id: id(2), actions: [chat] }),
      automation({ id: id(3), event_types: ["OTHER"], actions: [chat] })
    ])
    assert.deepStrictEqual(
      planned.map((p) => [p.automationId, p.actionId, p.actionType, p.target]),
      [
        [id(1), id(20), "email", "a@example.org"],
        [id(1), id(20), "email", "b@example.org"],
        [id(1), id(21), "webhook", "https://hooks.example.org:8443"],
        [id(2), id(22), "telegram", id(30)]
      ]
    )
  })

  it("shows of a webhook only where it goes, for its path may be a secret, and gives every host a receiver group", () => {
    assert.deepStrictEqual(receiversOf(hook), [
      { target: "https://hooks.example.org:8443", receiverGroup: "webhook hooks.example.org:8443" }
    ])
  })

  it.each([
    ["SUPERSEDED", { superseded: true, snoozed: true }],
    ["SNOOZED", { snoozed: true }]
  ] as const)("skips everything of an event that is %s", (code, changes) => {
    const planned = planDeliveries({ ...event, ...changes }, [automation({ actions: [mail] })])
    assert.deepStrictEqual(
      planned.map((p) => p.skip?.code),
      [code, code]
    )
  })
})
