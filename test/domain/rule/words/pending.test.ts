import { assert, describe, it } from "vitest"
import type { CanonicalDocument } from "../../../../src/domain/rule/Document.ts"
import { pending } from "../../../../src/domain/rule/words/pending.ts"
import { blank, type Hold, type RuleState } from "../../../../src/domain/rule/RuleState.ts"

const nameOf = (id: string) => ({ a: "North pasture", b: "South pasture" })[id] ?? id
const hold = (
  feature: string,
  relation: "enter" | "exit",
  since: number,
  more: Partial<Hold> = {}
): Hold => ({ branch: 0, relation, feature, sides: [], since, arrivedAt: since, overdue: false, ...more })
const half: Pick<CanonicalDocument, "trigger" | "for_seconds" | "max_gap_seconds"> = {
  trigger: { kind: "position" },
  for_seconds: 30
}
const said = (state: Partial<RuleState>, more: Partial<typeof half> = {}) =>
  pending({ ...blank, ...state }, { ...half, ...more }, nameOf)

describe("what a state says to a person", () => {
  it("nothing remembered: nothing pending", () => {
    assert.deepStrictEqual(said({}), { until: null, reason: "the condition is false, or not known yet" })
    assert.deepStrictEqual(said({ lastFiredAt: 5000 }, { max_gap_seconds: 60 }), {
      until: null,
      reason: "the condition is false, or not known yet"
    })
  })

  it("a condition that has to hold on fires when its time is up", () =>
    assert.deepStrictEqual(said({ since: 5000, arrivedAt: 5000 }), {
      until: 35_000,
      reason: "the condition is true and must hold for 30 s"
    }))

  it.each<[string, CanonicalDocument["trigger"]]>([
    ["position", { kind: "position" }],
    ["measurement", { kind: "measurement" }],
    ["measurement of battery_voltage", { kind: "measurement", metric_key: "battery_voltage" }],
    ["change of state", { kind: "state" }],
    ["change of door or charging", { kind: "state", state_keys: ["door", "charging"] }],
    ["tick of its schedule", { kind: "schedule", every_seconds: 300 }]
  ])("where only a sample completes it, it says which: the first %s after that", (sample, trigger) => {
    assert.deepStrictEqual(said({ since: 5000 }, { trigger }), {
      until: 35_000,
      reason: `the condition is true and must hold for 30 s; the first ${sample} after that decides`
    })
    assert.deepStrictEqual(
      said({ holds: [hold("a", "exit", 5000, { arrivedAt: null })] }, { trigger }).reason,
      `left North pasture and must stay for 30 s; the first ${sample} after that decides`
    )
  })

  it("a rule with a largest gap says what breaks it, as long as something is held", () => {
    assert.deepStrictEqual(
      said({ since: 5000 }, { max_gap_seconds: 600 }).reason,
      "the condition is true and must hold for 30 s; the first position after that decides; a gap of " +
        "more than 600 s breaks it"
    )
    assert.deepStrictEqual(
      said({ active: true, since: 5000 }, { max_gap_seconds: 600 }).reason,
      "the condition is true, and the rule has fired for it"
    )
  })

  it("an active one pends no more", () =>
    assert.deepStrictEqual(said({ active: true, since: 5000 }), {
      until: null,
      reason: "the condition is true, and the rule has fired for it"
    }))

  it("an active one may have left a border all the same", () =>
    assert.deepStrictEqual(said({ active: true, since: 5000, holds: [hold("a", "exit", 7000)] }), {
      until: 37_000,
      reason:
        "the condition is true, and the rule has fired for it; left North pasture and must stay for 30 s"
    }))

  it("of several crossings the earliest fires first, and each names its feature", () => {
    const { reason, until } = said(
      { holds: [hold("b", "enter", 9000), hold("a", "exit", 7000)] },
      { for_seconds: 60 }
    )
    assert.strictEqual(until, 67_000)
    assert.strictEqual(
      reason,
      "entered South pasture and must stay for 60 s; left North pasture and must stay for 60 s"
    )
  })

  it("a deadline that met something unknown says so", () => {
    assert.strictEqual(
      said({ since: 0, overdue: true }).reason,
      "the condition held for 30 s; what it reads is unknown since"
    )
    assert.strictEqual(
      said({ holds: [hold("a", "exit", 0, { overdue: true })] }).reason,
      "left North pasture and must stay for 30 s; what it reads is unknown since"
    )
  })
})
