// Truth has three values. Every row of its table, and what unknown does not do.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import type { Truth } from "../../../src/domain/rule/Facts.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"
import { area, at, measured, story } from "../../support/engine/timeline.ts"

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const
const inside = { type: "spatial", relation: "inside", feature_type: "zone" } as const
const window = { type: "window", metric: "m", aggregate: "avg", seconds: 60, op: ">", value: 1 } as const
const kmh = (v: number) => ({ speedMps: v / 3.6 })
const WEEK = 7 * 86_400

describe("the metric has no value in the last 7 days: unknown", () => {
  it("never measured", () =>
    assert.deepInclude(story({ conditions: low }).evaluate(0), {
      truth: null,
      value: null,
      sample_at: null,
      record_id: null,
      missing: { code: "missing.noMetric", args: { metric: { text: "battery_voltage" } } }
    }))

  it("measured seven days ago to the second is known, a second later not", () => {
    const s = story({ conditions: low })
    const seen = measured(0, "battery_voltage", 3)
    s.see(seen)
    assert.deepStrictEqual(s.evaluate(WEEK), {
      type: "threshold",
      truth: true,
      metric: "battery_voltage",
      op: "<",
      limit: 3.2,
      value: 3,
      sample_at: seen.at,
      record_id: seen.recordId
    })
    assert.deepInclude(s.evaluate(WEEK + 0.001), {
      truth: null,
      missing: { code: "missing.noMetric", args: { metric: { text: "battery_voltage" } } }
    })
  })

  it("the newest value counts, not a worse one before it", () => {
    const s = story({ conditions: low })
    s.see(measured(0, "battery_voltage", 3), measured(10, "battery_voltage", 4), measured(10, "other", 1))
    assert.deepInclude(s.evaluate(20), { truth: false, value: 4 })
  })

  it("a position of seven days ago still tells its speed, an older one not", () => {
    const s = story({ conditions: fast })
    const seen = at(0, 5, kmh(50))
    s.see(seen)
    assert.deepInclude(s.evaluate(WEEK), { truth: true, sample_at: seen.at, record_id: seen.recordId })
    assert.deepStrictEqual(s.evaluate(WEEK + 0.001), {
      type: "threshold",
      truth: null,
      metric: "speed_kmh",
      op: ">",
      limit: 40,
      value: null,
      sample_at: null,
      record_id: null,
      missing: { code: "missing.noPosition" }
    })
  })
})

describe("the position carries no speed_mps / altitude_m: unknown", () => {
  it.each<[string, object, number]>([
    ["speed_kmh", { speedMps: 10 }, 36],
    ["speed_mps", { speedMps: 10 }, 10],
    ["altitude_m", { altitudeM: 250 }, 250]
  ])("%s", (metric, figure, value) => {
    const s = story({ conditions: { ...fast, metric } })
    const bare = at(0, 5),
      full = at(10, 5, figure)
    s.see(bare)
    const what = metric === "altitude_m" ? "altitude_m" : "speed_mps"
    assert.deepInclude(s.evaluate(0), {
      truth: null,
      value: null,
      sample_at: bare.at,
      record_id: bare.recordId,
      missing: { code: "missing.noFigure", args: { member: what } }
    })
    s.see(full)
    assert.deepInclude(s.evaluate(10), {
      truth: value > 40,
      value,
      sample_at: full.at,
      record_id: full.recordId
    })
  })
})

describe("the window holds fewer samples than min_samples (default 1): unknown", () => {
  it.each(["avg", "min", "max", "sum"] as const)("%s of an empty window", (aggregate) => {
    assert.deepInclude(story({ conditions: { ...window, aggregate } }).evaluate(0), {
      truth: null,
      value: null,
      count: 0,
      missing: {
        code: "missing.fewSamples",
        args: { count: 0, least: 1, metric: { text: "m" }, seconds: 60 }
      },
      first_id: null,
      last_id: null
    })
  })

  it("two of three, and three of three", () => {
    const s = story({ conditions: { ...window, min_samples: 3 } })
    const [a, b, c] = [measured(0, "m", 2), measured(10, "m", 4), measured(20, "m", 6)]
    s.see(a, b)
    assert.deepInclude(s.evaluate(10), {
      truth: null,
      value: null,
      count: 2,
      missing: {
        code: "missing.fewSamples",
        args: { count: 2, least: 3, metric: { text: "m" }, seconds: 60 }
      },
      first_id: a.recordId,
      last_id: b.recordId
    })
    s.see(c)
    assert.deepStrictEqual(s.evaluate(20), {
      type: "window",
      truth: true,
      metric: "m",
      aggregate: "avg",
      seconds: 60,
      op: ">",
      limit: 1,
      value: 4,
      count: 3,
      from: c.at - 60_000,
      to: c.at,
      first_id: a.recordId,
      last_id: c.recordId
    })
  })

  it("`count` of an empty window is 0, a number", () => {
    const count = { ...window, aggregate: "count", op: "==", value: 0 } as const
    const nothing = story({ conditions: count }).evaluate(0)
    assert.deepInclude(nothing, { truth: true, value: 0, count: 0 })
    assert.notProperty(nothing, "missing")
    assert.deepInclude(story({ conditions: { ...count, min_samples: 1 } }).evaluate(0), {
      truth: null,
      value: null,
      missing: {
        code: "missing.fewSamples",
        args: { count: 0, least: 1, metric: { text: "m" }, seconds: 60 }
      }
    })
  })
})

describe("`no_data` of a subject that was never seen: false", () => {
  const silent = { type: "no_data", for_seconds: 60 } as const
  it("and not unknown: under not it is true", () => {
    const s = story({ trigger: { kind: "schedule" }, conditions: { not: silent } })
    assert.deepStrictEqual(s.evaluate(0), {
      type: "not",
      truth: true,
      part: { type: "no_data", truth: false, for_seconds: 60, last_seen_at: null }
    })
  })
})

describe("`spatial` while the subject has no accepted position: unknown", () => {
  it.each(["inside", "outside"] as const)("%s", (relation) => {
    const s = story({ conditions: { ...inside, relation } }, [area("A", 0)])
    assert.deepStrictEqual(s.evaluate(0), {
      type: "spatial",
      truth: null,
      relation,
      features: [],
      missing: { code: "missing.noAcceptedPosition" }
    })
    s.see(at(0, 0, { recordType: "network" }))
    assert.deepInclude(s.evaluate(0), { truth: null })
    s.see(at(1, 0))
    assert.deepStrictEqual(s.evaluate(1), {
      type: "spatial",
      truth: relation === "inside",
      relation,
      features: [{ id: area("A", 0).id, name: "A", revision: 1 }]
    })
  })
})

describe('"`unknown` never starts and never ends anything: `active`, `since` and holds stay exactly as they are"', () => {
  it("active stays, and the episode with it", () => {
    const s = story({ conditions: fast, cooldown_seconds: 10 })
    s.see(at(0, 5, kmh(50)))
    const before = s.state()
    assert.isTrue(before!.active)
    assert.deepStrictEqual(s.see(at(10, 5), at(20, 5)), [])
    assert.strictEqual(s.state(), before)
  })
  it("since stays", () => {
    const s = story({ conditions: fast, for_seconds: 60 })
    s.see(at(0, 5, kmh(50)))
    const before = s.state()
    assert.deepStrictEqual(s.see(at(10, 5), at(70, 5)), [])
    assert.strictEqual(s.state(), before)
    assert.deepStrictEqual(s.see(at(80, 5, kmh(50))), ["80 rise"])
  })
  it("a hold stays", () => {
    const s = story(
      {
        conditions: { all: [{ type: "spatial", relation: "exit", feature_type: "zone" }, fast] },
        for_seconds: 60
      },
      [area("A", 0)]
    )
    s.see(at(0, 0, kmh(50)), at(10, 5, kmh(50)))
    const before = s.state()
    assert.lengthOf(before!.holds, 1)
    s.see(at(20, 5))
    assert.strictEqual(s.state(), before)
  })
  it("nothing begins", () => {
    const s = story({ conditions: fast, for_seconds: 60 })
    assert.deepStrictEqual([s.see(at(0, 5), at(100, 5)), s.state()], [[], null])
  })
  it("a crossing whose other member is unknown is not begun either", () => {
    const s = story(
      { conditions: { all: [{ type: "spatial", relation: "exit", feature_type: "zone" }, fast] } },
      [area("A", 0)]
    )
    assert.deepStrictEqual(s.see(at(0, 0, kmh(50)), at(10, 5)), [])
  })
})

describe("\"A missing reading neither raises a false alarm through `not` nor 'resolves' a real one\"", () => {
  it("not of unknown is unknown", () => {
    const s = story({ conditions: { not: fast } })
    assert.deepStrictEqual(s.see(at(0, 5), at(10, 5)), [])
    assert.deepStrictEqual(s.see(at(20, 5, kmh(10)), at(30, 5)), ["20 rise"])
    assert.deepInclude(s.evaluate(30), { type: "not", truth: null })
  })
})

const Leaf = Schema.Literals(["true", "false", "unknown"])
type Tree =
  | typeof Leaf.Type
  | { readonly all: ReadonlyArray<Tree> }
  | { readonly any: ReadonlyArray<Tree> }
  | { readonly not: Tree }
const Tree: Schema.Codec<Tree> = Schema.suspend((): Schema.Codec<Tree> =>
  Schema.Union([
    Leaf,
    Schema.Struct({ all: Parts }),
    Schema.Struct({ any: Parts }),
    Schema.Struct({ not: Tree })
  ])
)
const Parts = Schema.Array(Tree).check(Schema.isMinLength(1), Schema.isMaxLength(4))

const conditionOf = (tree: Tree): ConditionNode =>
  typeof tree === "string"
    ? { type: "threshold", metric: tree, op: "==", value: 1 }
    : "all" in tree
      ? { all: tree.all.map(conditionOf) }
      : "any" in tree
        ? { any: tree.any.map(conditionOf) }
        : { not: conditionOf(tree.not) }

/** Kleene's logic as numbers: false 0, unknown 1, true 2; all is the least, any the greatest, not the mirror. */
const rank = (tree: Tree): number =>
  typeof tree === "string"
    ? ["false", "unknown", "true"].indexOf(tree)
    : "all" in tree
      ? Math.min(...tree.all.map(rank))
      : "any" in tree
        ? Math.max(...tree.any.map(rank))
        : 2 - rank(tree.not)

const depth = (tree: Tree): number =>
  typeof tree === "string"
    ? 1
    : 1 + Math.max(...("all" in tree ? tree.all : "any" in tree ? tree.any : [tree.not]).map(depth))
const size = (tree: Tree): number =>
  typeof tree === "string"
    ? 1
    : ("all" in tree ? tree.all : "any" in tree ? tree.any : [tree.not]).reduce((n, t) => n + size(t), 0)

describe("Kleene logic through `all`, `any`, `not`", () => {
  it.effect.prop(
    "any tree has the value of the least, the greatest and the mirror, decided and shown alike",
    { tree: Tree },
    ({ tree }) =>
      Effect.sync(() => {
        if (depth(tree) > 10 || size(tree) > 100) return
        const s = story({ trigger: { kind: "state" }, conditions: conditionOf(tree) })
        s.see(measured(0, "true", 1), measured(0, "false", 0))
        const expected: Truth = [false, null, true][rank(tree)]!
        assert.strictEqual(s.evaluate(0).truth, expected)
        assert.strictEqual(
          s.subjectActor.applicable.onState[0]!.level!.truth(
            s.subjectActor.facts(s.subjectActor.watermark, null, s.subjectActor.placements)
          ),
          expected
        )
      }),
    propertyRuns(500)
  )
})
