import { assert, describe, it } from "vitest"
import { pending } from "../../../src/domain/rule/pending.ts"
import { blank, type Hold } from "../../../src/domain/rule/RuleState.ts"

const nameOf = (id: string) => ({ a: "North pasture", b: "South pasture" })[id] ?? id
const hold = (feature: string, relation: "enter" | "exit", since: number, overdue = false): Hold => ({ branch: 0, relation, feature, sides: [], since, arrivedAt: since, overdue })

describe("what a state says to a person", () => {
  it("nothing remembered: nothing pending", () => assert.deepStrictEqual(pending(blank, 30_000, nameOf), { until: null, reason: "the condition is false, or not known yet" }))

  it("a condition that has to hold on fires when its time is up", () =>
    assert.deepStrictEqual(pending({ ...blank, since: 5000 }, 30_000, nameOf), { until: 35_000, reason: "the condition is true and must hold for 30 s" }))

  it("an active one pends no more", () =>
    assert.deepStrictEqual(pending({ ...blank, active: true, since: 5000 }, 30_000, nameOf), { until: null, reason: "the condition is true, and the rule has fired for it" }))

  it("of several crossings the earliest fires first, and each names its feature", () => {
    const said = pending({ ...blank, holds: [hold("b", "enter", 9000), hold("a", "exit", 7000)] }, 60_000, nameOf)
    assert.strictEqual(said.until, 67_000)
    assert.strictEqual(said.reason, "entered South pasture and must stay for 60 s; left North pasture and must stay for 60 s")
  })

  it("a deadline that met something unknown says so", () => {
    assert.include(pending({ ...blank, since: 0, overdue: true }, 30_000, nameOf).reason, "unknown")
    assert.include(pending({ ...blank, holds: [hold("a", "exit", 0, true)] }, 30_000, nameOf).reason, "unknown")
  })
})
