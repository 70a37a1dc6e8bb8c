import { assert, describe, it } from "vitest"
import { canonical, type RuleDocument } from "../../../src/domain/rule/Document.ts"
import { activation } from "../../../src/domain/rule/Version.ts"

const document: RuleDocument = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "SPEED", title: "{entity} too fast" }
}
const one = { version: 1, document: canonical(document) }
const version = (n: number, change: Partial<RuleDocument>) => ({
  version: n,
  document: canonical({ ...document, ...change })
})

describe("what is in force changes", () => {
  it("enabling starts blank", () =>
    assert.deepStrictEqual(activation(null, one), { version: 1, blank: true }))

  it("disabling leaves nothing in force", () =>
    assert.deepStrictEqual(activation(one, null), { version: null, blank: false }))

  it("the same version again is no change", () => assert.isNull(activation(one, one)))

  it("a disabled rule that stays disabled is no change", () => assert.isNull(activation(null, null)))

  it("a version with other conditions starts blank", () =>
    assert.deepStrictEqual(
      activation(
        one,
        version(2, { conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 50 } })
      ),
      { version: 2, blank: true }
    ))

  it("a version with another trigger starts blank", () =>
    assert.deepStrictEqual(
      activation(one, version(2, { trigger: { kind: "measurement", metric_key: "battery_voltage" } })),
      { version: 2, blank: true }
    ))

  it.each<[string, Partial<RuleDocument>]>([
    ["scope", { scope: { entity_ids: ["0190b1d4-7d1c-7000-8000-000000000001"] } }],
    ["hold", { for_seconds: 30 }],
    ["cooldown", { cooldown_seconds: 600 }],
    ["event", { event: { event_type: "SPEED", title: "slow down, {entity}" } }]
  ])("one that changes only %s keeps everything", (_, change) =>
    assert.deepStrictEqual(activation(one, version(2, change)), { version: 2, blank: false })
  )
})
