// Documents and features as large as may be saved: no evaluation is ever cut short, so what it costs has to
// be bounded where it is decided.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { compile } from "../../../src/domain/rule/compile.ts"
import { MAX_BRANCHES } from "../../../src/domain/rule/split.ts"
import { canonical, type RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import { MAX_POSITION_FILTERS } from "../../../src/domain/rule/conditions/spatial.ts"
import { MAX_CONDITIONS, MAX_DEPTH, parseDocument } from "../../../src/domain/rule/parse.ts"
import type { FeatureRow } from "../../../src/engine/ports.ts"
import { area, at, document, measured, story } from "../../support/engine/timeline.ts"

const VERTICES = 10_000

/**
 * A jagged ring of so many corners round a longitude, two degrees wide, its border crossing every meridian of
 * it many times.
 */
const jagged = (name: string, lon: number): FeatureRow => {
  const ring = Array.from({ length: VERTICES - 1 }, (_, i): readonly [number, number] => {
    const angle = (2 * Math.PI * i) / (VERTICES - 1),
      radius = i % 2 === 0 ? 1 : 0.9
    return [lon + radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  return { ...area(name, lon), geometry: { type: "Polygon", coordinates: [[...ring, ring[0]!]] } }
}

const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3 } as const
const still = (seconds: number) =>
  ({ type: "window", metric: "activity", aggregate: "max", seconds, op: "<", value: 0.5 }) as const
/** As many ways of looking as there may be, each with all that makes it dear. */
const place = (i: number) =>
  ({
    type: "spatial",
    relation: "inside",
    exit_buffer_m: 500,
    confirm_samples: 1 + (i % MAX_POSITION_FILTERS)
  }) as const

/**
 * As deep as may be, with as many conditions as may be: on every floor one that decides nothing, so that all
 * are asked.
 */
const tower = (conditions: ReadonlyArray<ConditionNode>): ConditionNode => {
  const floors = MAX_DEPTH - 1,
    perFloor = Math.floor(conditions.length / floors)
  const build = (floor: number): ConditionNode => {
    const own =
      floor === floors - 1
        ? conditions.slice(floor * perFloor)
        : conditions.slice(floor * perFloor, (floor + 1) * perFloor)
    const parts = floor === floors - 1 ? own : [...own, build(floor + 1)]
    return floor % 2 === 0 ? { all: parts } : { any: parts }
  }
  return build(0)
}

const conditions = tower(
  Array.from({ length: MAX_CONDITIONS }, (_, i) =>
    i % 3 === 0 ? place(i) : i % 3 === 1 ? still(60 + i) : low
  )
)
const dear: Pick<RuleDocument, "conditions" | "for_seconds"> = { conditions, for_seconds: 60 }

/** CPU time of some work, ms. */
const costOf = (work: () => void): number => {
  const start = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(start)
  return (user + system) / 1000
}

describe("at the limits of what may be saved", () => {
  it(`${MAX_CONDITIONS} conditions, ${MAX_DEPTH} deep, are saved`, () => {
    const depth = (node: ConditionNode): number =>
      "all" in node
        ? 1 + Math.max(...node.all.map(depth))
        : "any" in node
          ? 1 + Math.max(...node.any.map(depth))
          : 1
    assert.strictEqual(depth(conditions), MAX_DEPTH)
    assert.isTrue(Result.isSuccess(parseDocument(document(dear))))
  })

  it(`a record is judged within a tenth of a second, among ten features of ${VERTICES} vertices`, () => {
    const s = story(
      dear,
      Array.from({ length: 10 }, (_, i) => jagged(String.fromCharCode(65 + i), i * 0.05))
    )
    const measurements = Array.from({ length: 500 }, (_, i) => measured(i / 10, "activity", i % 7))
    s.see(...measurements, measured(0, "battery_voltage", 2))
    const fixes = Array.from({ length: 50 }, (_, i) => at(60 + i, i % 2 === 0 ? 0.5 : 0.95, { lat: 0.3 }))
    const cost = costOf(() => fixes.forEach((f) => void s.see(f)))
    assert.isBelow(cost / fixes.length, 100)
  })

  it("a window costs the same whether it holds ten samples or ten thousand", () => {
    const costWith = (samples: number) => {
      const s = story({ trigger: { kind: "measurement" }, conditions: still(7_776_000) })
      s.see(...Array.from({ length: samples }, (_, i) => measured(i, "activity", Math.sin(i))))
      const asked = Array.from({ length: 2000 }, (_, i) => measured(samples + i, "activity", Math.cos(i)))
      return costOf(() => void s.see(...asked))
    }
    costWith(10)
    assert.isBelow(costWith(50_000), 10 * costWith(10) + 20)
  })
})

describe("beyond them it is refused", () => {
  const refusal = (conditions: ConditionNode) =>
    Result.match(
      compile(
        { id: "r", name: "r", projectId: "p", version: 1, blankFrom: 0, activeFrom: 0 },
        canonical(document({ conditions })),
        []
      ),
      {
        onFailure: (f) => `${f.code}: ${f.detail}`,
        onSuccess: (rule) => rule.branches.length
      }
    )
  const enters = (n: number): ConditionNode => ({
    any: Array.from({ length: n }, () => ({ type: "spatial", relation: "enter" }) as const)
  })

  it(`crossings combine in ${MAX_BRANCHES} ways, not one more: all over any multiplies`, () => {
    assert.strictEqual(refusal({ all: [enters(8), enters(8)] }), MAX_BRANCHES)
    assert.strictEqual(
      refusal({ all: [enters(5), enters(13)] }),
      `RULE_TOO_COMPLEX: crossings combine in more than ${MAX_BRANCHES} ways`
    )
    assert.strictEqual(refusal(enters(MAX_BRANCHES)), MAX_BRANCHES)
    assert.strictEqual(
      refusal(enters(MAX_BRANCHES + 1)),
      `RULE_TOO_COMPLEX: more than ${MAX_BRANCHES} alternatives with crossings`
    )
  })

  it("ten by ten by ten is refused before it is multiplied out", () =>
    assert.isBelow(
      costOf(() => void refusal({ all: Array.from({ length: 10 }, () => enters(10)) })),
      1000
    ))
})
