// Which records a rule can be moved by.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { compile } from "../../../src/domain/rule/compile.ts"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import { parseDocument } from "../../../src/domain/rule/parse.ts"
import { allRecords, readsOf } from "../../../src/domain/rule/Reads.ts"
import { document } from "../../support/engine/timeline.ts"

const compiled = (draft: Partial<RuleDocument> & { readonly conditions: ConditionNode }) => {
  const parsed = parseDocument(document(draft))
  if (Result.isFailure(parsed)) throw new Error(JSON.stringify(parsed.failure))
  return Result.getOrThrow(
    compile(
      { id: "r", name: "r", projectId: "p", version: 1, blankFrom: 0, activeFrom: 0 },
      parsed.success.document,
      []
    )
  )
}
const reads = (draft: Parameters<typeof compiled>[0]) => readsOf([compiled(draft)])

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3 } as const
const still = {
  type: "window",
  metric: "activity",
  aggregate: "max",
  seconds: 60,
  op: "<",
  value: 1
} as const
const inside = { type: "spatial", relation: "inside" } as const
const exit = { type: "spatial", relation: "exit" } as const
const every = { kind: "schedule", every_seconds: 60 } as const

describe("what a rule reads", () => {
  it("positions for a position trigger, a place, or a figure of the latest fix; of the types that count for it", () => {
    for (const draft of [
      { conditions: low },
      { trigger: every, conditions: inside },
      { trigger: every, conditions: fast }
    ])
      assert.deepStrictEqual(reads(draft).positions, ["gnss"])
    assert.deepStrictEqual(
      reads({ trigger: { kind: "position", record_types: ["network"] }, conditions: low }).positions,
      ["network"]
    )
    assert.deepStrictEqual(
      reads({ trigger: { kind: "position", record_types: ["network", "gnss"] }, conditions: low }).positions,
      ["gnss", "network"]
    )
    assert.deepStrictEqual(reads({ trigger: every, conditions: low }).positions, [])
  })

  it("measurements of the metrics it names and of its trigger; of all where the trigger names none", () => {
    assert.deepStrictEqual(
      reads({ trigger: every, conditions: { all: [low, { not: still }, fast] } }).metrics,
      ["battery_voltage", "activity"]
    )
    assert.deepStrictEqual(
      reads({ trigger: { kind: "measurement", metric_key: "a" }, conditions: low }).metrics,
      ["battery_voltage", "a"]
    )
    assert.isNull(reads({ trigger: { kind: "measurement" }, conditions: low }).metrics)
  })

  it("states for a state trigger alone", () => {
    assert.deepStrictEqual(reads({ trigger: { kind: "state", state_keys: ["mode"] }, conditions: low }), {
      positions: [],
      metrics: ["battery_voltage"],
      states: ["mode"]
    })
    assert.isNull(reads({ trigger: { kind: "state" }, conditions: low }).states)
    assert.deepStrictEqual(reads({ conditions: low }).states, [])
  })

  it("everything while it holds a crossing that time or a record alone can end", () => {
    const plain = { positions: ["gnss"], metrics: [], states: [] } as const
    assert.deepStrictEqual(reads({ conditions: exit, for_seconds: 60 }), plain)
    assert.deepStrictEqual(
      reads({ conditions: { all: [exit, { ...inside, feature_type: "site" }] }, for_seconds: 60 }),
      plain
    )
    assert.deepStrictEqual(reads({ conditions: exit, max_gap_seconds: 60 }), plain)
    assert.deepStrictEqual(reads({ conditions: exit, for_seconds: 60, max_gap_seconds: 60 }), allRecords)
    assert.deepStrictEqual(reads({ conditions: { all: [exit, low] }, for_seconds: 60 }), allRecords)
    assert.deepStrictEqual(
      reads({ conditions: { any: [exit, { all: [exit, low] }] }, for_seconds: 60 }),
      allRecords
    )
    assert.deepStrictEqual(reads({ conditions: { all: [exit, low] } }).states, [])
    assert.deepStrictEqual(
      reads({ conditions: { all: [inside, low] }, for_seconds: 60, max_gap_seconds: 60 }).states,
      []
    )
  })

  it("of several rules what any of them reads", () => {
    assert.deepStrictEqual(
      readsOf([
        compiled({ conditions: low }),
        compiled({ trigger: { kind: "state", state_keys: ["a", "b"] }, conditions: still }),
        compiled({ trigger: { kind: "state", state_keys: ["b"] }, conditions: low })
      ]),
      { positions: ["gnss"], metrics: ["battery_voltage", "activity"], states: ["a", "b"] }
    )
    assert.deepStrictEqual(readsOf([]), { positions: [], metrics: [], states: [] })
    assert.isNull(
      readsOf([
        compiled({ trigger: { kind: "measurement" }, conditions: low }),
        compiled({ conditions: low })
      ]).metrics
    )
    assert.isNull(
      readsOf([
        compiled({ conditions: low }),
        compiled({ trigger: { kind: "measurement" }, conditions: low })
      ]).metrics
    )
  })
})
