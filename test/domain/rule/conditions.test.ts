// Each kind of condition (specification 2.1): what it says of a value, a window, a silence, a place, and what
// it shows for it. And how a tree of them becomes alternatives of crossings with guards beside one level
// part.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { check, compile } from "../../../src/domain/rule/compile.ts"
import type { NotRunnable } from "../../../src/domain/rule/split.ts"
import { compare } from "../../../src/domain/rule/conditions/compare.ts"
import { findingsIn } from "../../../src/domain/rule/conditions/Evaluated.ts"
import { select } from "../../../src/domain/rule/conditions/spatial.ts"
import type { Spatial } from "../../../src/domain/rule/conditions/spatialDocument.ts"
import { aggregates } from "../../../src/domain/rule/conditions/windowDocument.ts"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import { canonical, canonicalText, type RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { Facts, Placement, Sample, Truth } from "../../../src/domain/rule/Facts.ts"
import { SlidingWindow } from "../../../src/domain/rule/SlidingWindow.ts"
import { leaves } from "../../../src/domain/rule/leaves.ts"
import type { Rule } from "../../../src/domain/rule/Rule.ts"
import { area, at, document, measured, story } from "../../support/engine/timeline.ts"

const NOW = 1_000_000
const features = [
  { id: "g", name: "Geofence", featureType: "geofence" },
  { id: "z", name: "Zone", featureType: "zone" },
  { id: "s", name: "Site", featureType: "site" },
  { id: "r", name: "Route", featureType: "route" }
].map((f) => ({ ...f, featureType: f.featureType as "zone", revision: 3, changedAt: 1 }))

const compiled = (
  conditions: ConditionNode,
  more: Partial<RuleDocument> = {}
): Result.Result<Rule, NotRunnable> =>
  compile(
    { id: "r", name: "rule", projectId: "p", version: 1, blankFrom: 2, activeFrom: 0 },
    canonical(document({ conditions, ...more })),
    features
  )
const ruleOf = (conditions: ConditionNode, more: Partial<RuleDocument> = {}) =>
  Result.getOrThrow(compiled(conditions, more))

const facts = (
  more: Partial<Facts> & {
    readonly samples?: ReadonlyArray<Sample>
    readonly is?: Placement
    readonly was?: Placement
  } = {}
): Facts => ({
  at: NOW,
  trigger: null,
  latest: () => undefined,
  lastSeen: () => null,
  unheard: () => [],
  fix: () => undefined,
  before: () => more.was ?? more.is ?? null,
  now: () => more.is ?? null,
  window: (_, seconds) => {
    const window = new SlidingWindow(seconds)
    for (const s of more.samples ?? []) window.add(s)
    return window.at(NOW)
  },
  ...more
})
const sample = (at: number, value: number): Sample => ({ at, value, recordId: at })
const inside = (...ids: ReadonlyArray<string>): Placement => ({ version: 5, inside: ids })

/** What a level says; both ways of asking it say the same. */
const says = (conditions: ConditionNode, f: Facts, more: Partial<RuleDocument> = {}): Truth => {
  const rule = ruleOf(conditions, more),
    truth = rule.level!.truth(f)
  assert.strictEqual(rule.level!.evaluate(f).truth, truth)
  assert.strictEqual(rule.evaluate(f).truth, truth)
  return truth
}

describe("comparisons", () => {
  it.each([
    ["<", true, false, false],
    ["<=", true, true, false],
    [">", false, false, true],
    [">=", false, true, true],
    ["==", false, true, false],
    ["!=", true, false, true]
  ] as const)("%s", (op, less, equal, more) =>
    assert.deepStrictEqual([compare[op](1, 2), compare[op](2, 2), compare[op](3, 2)], [less, equal, more])
  )
})

describe("threshold", () => {
  const low = { type: "threshold", metric: "m", op: "<", value: 3 } as const
  const fix = { at: NOW, recordId: 9, lon: 0, lat: 0, altitudeM: 120, speedMps: 10 }

  it("reads the triggering measurement of its metric, whatever came after it", () => {
    const trigger = { ...measured(0, "m", 2), at: NOW - 5 }
    assert.deepStrictEqual(ruleOf(low).evaluate(facts({ trigger, latest: () => sample(NOW, 9) })), {
      type: "threshold",
      truth: true,
      metric: "m",
      op: "<",
      limit: 3,
      value: 2,
      sample_at: NOW - 5,
      record_id: trigger.recordId
    })
  })
  it("reads the latest value where another metric, or something else, started it", () => {
    for (const trigger of [measured(0, "other", 9), at(0, 0), null])
      assert.isTrue(
        says(low, facts({ trigger, latest: (metric) => (metric === "m" ? sample(NOW, 2) : undefined) }))
      )
  })
  it("looks at positions that count for its rule", () => {
    const fast = { ...low, metric: "speed_kmh", op: ">", value: 35 } as const
    const asked: Array<string> = []
    const f = facts({ fix: (recordTypes) => (asked.push(recordTypes), fix) })
    says(fast, f)
    says(fast, f, { trigger: { kind: "position", record_types: ["network"] } })
    assert.deepStrictEqual([...new Set(asked)], ["gnss", "network"])
  })
  it.each<[string, number, Truth]>([
    ["speed_kmh", 36, true],
    ["speed_mps", 10, true],
    ["altitude_m", 120, true],
    ["altitude_m", 121, false]
  ])("%s == %d", (metric, value, truth) =>
    assert.strictEqual(says({ ...low, metric, op: "==", value }, facts({ fix: () => fix })), truth)
  )
})

describe("window", () => {
  const samples = [sample(NOW - 60_000, 100), sample(NOW - 59_999, 4), sample(NOW - 10, 1), sample(NOW, 4)]
  const figures = { avg: 3, min: 1, max: 4, sum: 9, count: 3 }
  it.each(aggregates)("%s of the samples of (t - seconds, t]", (aggregate) => {
    const conditions = {
      type: "window",
      metric: "m",
      aggregate,
      seconds: 60,
      op: "==",
      value: figures[aggregate]
    } as const
    assert.isTrue(says(conditions, facts({ samples })))
    assert.deepStrictEqual(ruleOf(conditions).evaluate(facts({ samples })), {
      type: "window",
      truth: true,
      metric: "m",
      aggregate,
      seconds: 60,
      op: "==",
      limit: figures[aggregate],
      value: figures[aggregate],
      count: 3,
      from: NOW - 60_000,
      to: NOW,
      first_id: NOW - 59_999,
      last_id: NOW
    })
  })
  it("of exactly so few samples as are wanted is known", () => {
    const conditions = {
      type: "window",
      metric: "m",
      aggregate: "max",
      seconds: 60,
      op: ">",
      value: 0,
      min_samples: 3
    } as const
    assert.deepStrictEqual(
      [says(conditions, facts({ samples })), says({ ...conditions, min_samples: 4 }, facts({ samples }))],
      [true, null]
    )
  })
})

describe("no_data", () => {
  const silent = { type: "no_data", for_seconds: 600 } as const
  it.each<[string, number | null, Truth]>([
    ["never", null, false],
    ["600 s ago", NOW - 600_000, true],
    ["a moment less ago", NOW - 599_999, false]
  ])("last seen %s", (_, seen, truth) => {
    const f = facts({ lastSeen: () => seen })
    assert.strictEqual(says(silent, f, { trigger: { kind: "schedule" } }), truth)
    assert.deepStrictEqual(ruleOf(silent, { trigger: { kind: "schedule" } }).evaluate(f), {
      type: "no_data",
      truth,
      for_seconds: 600,
      last_seen_at: seen
    })
  })
})

describe('which features: "`feature_ids`, or `feature_type`, or both (intersection), or neither (all of type `geofence` and `zone`)"', () => {
  it.each<[string, Pick<Spatial, "feature_ids" | "feature_type">, ReadonlyArray<string>]>([
    ["neither", {}, ["g", "z"]],
    ["ids, of any type", { feature_ids: ["s", "z", "gone"] }, ["z", "s"]],
    ["a type", { feature_type: "site" }, ["s"]],
    ["both", { feature_ids: ["s", "z"], feature_type: "zone" }, ["z"]],
    ["both, with nothing in common", { feature_ids: ["s"], feature_type: "zone" }, []]
  ])("%s", (_, c, ids) => assert.deepStrictEqual([...select(c, features).keys()], ids))
})

describe("spatial: inside any of the selected features, outside all of them", () => {
  it.each<[string, Placement | undefined, Truth, Truth]>([
    ["in a selected one", inside("g"), true, false],
    ["in one that is not selected", inside("s"), false, true],
    ["in both", inside("s", "z"), true, false],
    ["in none", inside(), false, true],
    ["never placed", undefined, null, null]
  ])("%s", (_, is, isInside, isOutside) => {
    const f = facts(is === undefined ? {} : { is })
    assert.deepStrictEqual(
      [says({ type: "spatial", relation: "inside" }, f), says({ type: "spatial", relation: "outside" }, f)],
      [isInside, isOutside]
    )
  })
  it("shows the selected features that hold the subject", () =>
    assert.deepStrictEqual(
      ruleOf({ type: "spatial", relation: "inside" }).evaluate(facts({ is: inside("g", "s", "z") })),
      {
        type: "spatial",
        truth: true,
        relation: "inside",
        features: [
          { id: "g", name: "Geofence", revision: 3 },
          { id: "z", name: "Zone", revision: 3 }
        ]
      }
    ))
  it("may hold on without a sample where all its leaves are places", () => {
    const place = { type: "spatial", relation: "inside" } as const,
      low = { type: "threshold", metric: "m", op: "<", value: 3 } as const,
      window = { ...low, type: "window", aggregate: "max", seconds: 1 } as const
    const spatialOnly = (c: ConditionNode, more: Partial<RuleDocument> = {}) =>
      ruleOf(c, more).level!.spatialOnly
    assert.deepStrictEqual(
      [
        place,
        { not: place },
        { all: [place, place] },
        { any: [place, { not: { all: [place, place] } }] }
      ].map((c) => spatialOnly(c)),
      [true, true, true, true]
    )
    assert.deepStrictEqual(
      [low, window, { not: low }, { all: [place, low] }, { any: [low, place] }].map((c) => spatialOnly(c)),
      [false, false, false, false, false]
    )
    assert.isFalse(spatialOnly({ type: "no_data", for_seconds: 1 }, { trigger: { kind: "schedule" } }))
  })
})

describe("a border is crossed", () => {
  const crossed = (
    relation: "enter" | "exit",
    was: Placement | undefined,
    is: Placement | undefined,
    more: Partial<Spatial> = {}
  ) => {
    const shown = ruleOf({ type: "spatial", relation, ...more }).evaluate(
      facts({ ...(was === undefined ? {} : { was }), ...(is === undefined ? {} : { is }) })
    )
    return shown.type === "spatial" ? [shown.truth, shown.features.map((f) => f.id).join(" ")] : []
  }
  it.each<
    [string, "enter" | "exit", Placement | undefined, Placement | undefined, readonly [boolean, string]]
  >([
    ["into selected features", "enter", inside("z"), inside("g", "s", "z"), [true, "g"]],
    ["out of them", "exit", inside("g", "s", "z"), inside("z"), [true, "g"]],
    ["not by who stays", "enter", inside("g"), inside("g"), [false, ""]],
    ["not by who was never placed", "enter", undefined, undefined, [false, ""]],
    [
      "not by who was placed before the rule began",
      "enter",
      { version: 1, inside: [] },
      inside("g"),
      [false, ""]
    ],
    ["by who was placed when the rule began", "enter", { version: 2, inside: [] }, inside("g"), [true, "g"]]
  ])("%s", (_, relation, was, is, expected) =>
    assert.deepStrictEqual<ReadonlyArray<unknown>>(crossed(relation, was, is), expected)
  )

  it("not of a feature that was edited after the subject was placed", () => {
    const edited = Result.getOrThrow(
      compile(
        { id: "r", name: "rule", projectId: "p", version: 1, blankFrom: 0, activeFrom: 0 },
        canonical(document({ conditions: { type: "spatial", relation: "enter" } })),
        [{ ...features[0]!, changedAt: 6 }, features[1]!]
      )
    )
    assert.deepInclude(edited.evaluate(facts({ was: inside(), is: { ...inside("g", "z"), version: 6 } })), {
      truth: true,
      features: [{ id: "z", name: "Zone", revision: 3 }]
    })
    assert.deepInclude(
      edited.evaluate(facts({ was: { ...inside(), version: 6 }, is: { ...inside("g", "z"), version: 6 } })),
      {
        features: [
          { id: "g", name: "Geofence", revision: 3 },
          { id: "z", name: "Zone", revision: 3 }
        ]
      }
    )
  })
})

describe("all, any and not (Kleene)", () => {
  const leaf = (metric: string): ConditionNode => ({ type: "threshold", metric, op: ">", value: 0 })
  const known: Readonly<Record<string, number>> = { t: 1, f: -1 }
  const f = facts({
    latest: (metric) => (known[metric] === undefined ? undefined : sample(NOW, known[metric]))
  })
  const names = ["t", "f", "u"],
    truths: Readonly<Record<string, Truth>> = { t: true, f: false, u: null }
  const both = (a: Truth, b: Truth): Truth =>
    a === false || b === false ? false : a === null || b === null ? null : true
  const not = (a: Truth): Truth => (a === null ? null : !a)

  it.each(names.flatMap((a) => names.map((b) => [a, b] as const)))("of %s and %s", (a, b) => {
    assert.strictEqual(says({ all: [leaf(a), leaf(b)] }, f), both(truths[a]!, truths[b]!))
    assert.strictEqual(says({ any: [leaf(a), leaf(b)] }, f), not(both(not(truths[a]!), not(truths[b]!))))
    assert.strictEqual(says({ not: { all: [leaf(a), leaf(b)] } }, f), not(both(truths[a]!, truths[b]!)))
  })
  it("show every part in document order, decided or not", () => {
    const shown = ruleOf({ any: [leaf("t"), { not: leaf("f") }, { all: [leaf("u")] }] }).evaluate(f)
    assert.deepStrictEqual(
      findingsIn(shown).map((l) => (l.type === "threshold" ? l.metric : "")),
      ["t", "f", "u"]
    )
    assert.deepInclude(shown, { type: "any", truth: true })
    assert.deepStrictEqual(shown.type === "any" ? shown.parts.map((p) => [p.type, p.truth]) : [], [
      ["threshold", true],
      ["not", true],
      ["all", null]
    ])
  })
  it("name each leaf by its place", () =>
    assert.deepStrictEqual(
      leaves({ all: [leaf("a"), { any: [leaf("b"), { not: leaf("c") }] }] }, "/x").map((l) => l.pointer),
      ["/x/all/0", "/x/all/1/any/0", "/x/all/1/any/1/not"]
    ))
})

describe("a tree with crossings becomes alternatives of crossings, each with a guard, beside one level part", () => {
  const enter = { type: "spatial", relation: "enter", feature_ids: ["g"] } as const,
    exit = { type: "spatial", relation: "exit", feature_ids: ["z"] } as const
  const t: ConditionNode = { type: "threshold", metric: "t", op: ">", value: 0 },
    f: ConditionNode = { type: "threshold", metric: "f", op: ">", value: 0 },
    u: ConditionNode = { type: "threshold", metric: "u", op: ">", value: 0 }
  const known = facts({
    latest: (metric) => (metric === "t" ? sample(NOW, 1) : metric === "f" ? sample(NOW, -1) : undefined)
  })
  /** `crossings | truth of the guard`, and the truth of the level. */
  const split = (conditions: ConditionNode) => {
    const { branches, level } = ruleOf(conditions)
    return {
      branches: branches.map((b) =>
        [
          b.crossings.map((c) => `${c.relation} ${[...c.selected.keys()].join()}`).join(" & "),
          b.guard === null ? "-" : String(b.guard.truth(known))
        ].join(" | ")
      ),
      level: level === null ? "-" : String(level.truth(known))
    }
  }
  it.each<[string, ConditionNode, ReadonlyArray<string>, string]>([
    ["a crossing", enter, ["enter g | -"], "-"],
    ["a level", t, [], "true"],
    ["all with a level", { all: [t, enter] }, ["enter g | true"], "-"],
    ["all with levels that disagree", { all: [t, enter, f] }, ["enter g | false"], "-"],
    ["all with one that is not known", { all: [t, enter, u] }, ["enter g | null"], "-"],
    ["all with two crossings", { all: [enter, exit] }, ["enter g & exit z | -"], "-"],
    ["any with a level", { any: [t, enter] }, ["enter g | -"], "true"],
    ["any of crossings", { any: [enter, exit] }, ["enter g | -", "exit z | -"], "-"],
    ["all over any", { all: [{ any: [enter, exit] }, t] }, ["enter g | true", "exit z | true"], "-"],
    [
      "all over any with a level in it: the crossing, or the level",
      { all: [{ any: [enter, f] }, t] },
      ["enter g | true"],
      "false"
    ],
    [
      "all over two of any",
      { all: [{ any: [enter, t] }, { any: [exit, f] }] },
      ["enter g & exit z | -", "enter g | false", "exit z | true"],
      "false"
    ],
    ["any over all", { any: [{ all: [enter, f] }, { all: [t, u] }, u] }, ["enter g | false"], "null"],
    [
      "not over levels beside a crossing",
      { all: [enter, { not: { any: [f, f] } }] },
      ["enter g | true"],
      "-"
    ],
    ["levels in levels", { all: [t, { any: [f, { not: f }] }] }, [], "true"]
  ])("%s", (_, conditions, branches, level) => assert.deepStrictEqual(split(conditions), { branches, level }))

  it.each<[string, ConditionNode, NotRunnable]>([
    [
      "a crossing under not",
      { not: { all: [t, enter] } },
      { code: "RULE_INVALID", detail: "a crossing cannot stand under not" }
    ],
    [
      "a crossing beside a level under not",
      { not: { any: [t, enter] } },
      { code: "RULE_INVALID", detail: "a crossing cannot stand under not" }
    ],
    [
      "a kind nobody knows",
      { type: "exec" } as unknown as ConditionNode,
      { code: "RULE_INVALID", detail: "unknown condition type exec" }
    ],
    ...(["near", "dwell", "crossed", "baseline", "correlation", "event_chain"] as const).map(
      (type): [string, ConditionNode, NotRunnable] => [
        `the reserved kind ${type}`,
        { all: [t, { type }] },
        {
          code: "RULE_CONDITION_RESERVED",
          detail: `${type} is reserved: a rule that uses it can be saved, not enabled`
        }
      ]
    )
  ])("does not run: %s", (_, conditions, reason) => {
    assert.deepStrictEqual(Result.getOrNull(Result.flip(compiled(conditions))), reason)
    assert.deepStrictEqual(check(canonical(document({ conditions }))), reason)
  })

  it("what breaks while a rule is made ready is no refusal", () =>
    assert.throws(() => compiled({ all: null } as unknown as ConditionNode), TypeError))
})

describe("what a rule needs to be judged", () => {
  const low = { type: "threshold", metric: "b", op: "<", value: 3 } as const,
    speed = { ...low, metric: "speed_kmh" } as const
  const window = { type: "window", metric: "a", aggregate: "max", seconds: 60, op: "<", value: 1 } as const
  it("each metric, window and way of looking once, and its times in milliseconds", () => {
    const rule = ruleOf(
      {
        all: [
          low,
          low,
          { ...low, metric: "c" },
          speed,
          window,
          { ...window, op: ">" },
          { ...window, seconds: 61 },
          { ...window, metric: "b" },
          { type: "spatial", relation: "inside" },
          { type: "spatial", relation: "outside", confirm_samples: 2 },
          { not: { type: "spatial", relation: "inside", feature_type: "site" } }
        ]
      },
      { for_seconds: 3, cooldown_seconds: 4, max_gap_seconds: 5, scope: { device_ids: ["d"] } }
    )
    assert.deepStrictEqual(
      [rule.metrics, rule.windows, rule.positionFilters.map((l) => l.key)],
      [
        ["b", "c"],
        [
          { metric: "a", seconds: 60 },
          { metric: "a", seconds: 61 },
          { metric: "b", seconds: 60 }
        ],
        ["", "confirm 2"]
      ]
    )
    assert.deepStrictEqual(
      [
        rule.forMs,
        rule.cooldownMs,
        rule.maxGapMs,
        rule.everyMs,
        rule.recordTypes,
        [...rule.devices!],
        rule.readsFix,
        rule.silenceMs
      ],
      [3000, 4000, 5000, null, "gnss", ["d"], true, null]
    )
  })
  it("and nothing it does not ask for", () => {
    const { devices, forMs, positionFilters, maxGapMs, metrics, readsFix, silenceMs, windows } = ruleOf(low)
    assert.deepStrictEqual(
      [positionFilters, metrics, windows, readsFix, silenceMs, devices, forMs, maxGapMs],
      [[], ["b"], [], false, null, null, 0, null]
    )
  })
  it("a schedule ticks so often as it says, every five minutes where it does not; no_data asks when anything was seen", () => {
    const silent = { type: "no_data", for_seconds: 60 } as const
    assert.deepStrictEqual(
      [
        ruleOf(silent, { trigger: { kind: "schedule", every_seconds: 60 } }).everyMs,
        ruleOf(silent, { trigger: { kind: "schedule" } }).everyMs,
        ruleOf({ any: [{ ...silent, for_seconds: 61 }, silent] }, { trigger: { kind: "schedule" } }).silenceMs
      ],
      [60_000, 300_000, 60_000]
    )
  })
  it("a rule is known by what it is given", () =>
    assert.deepInclude(ruleOf(low), {
      id: "r",
      name: "rule",
      projectId: "p",
      version: 1,
      blankFrom: 2,
      activeFrom: 0
    }))
})

it("a completed hold shows what it crossed when it began, each crossing its own", () => {
  const s = story(
    {
      conditions: {
        all: [
          { type: "spatial", relation: "exit", feature_ids: [area("A", 0).id] },
          { type: "spatial", relation: "enter", feature_ids: [area("B", 2.5).id] }
        ]
      },
      for_seconds: 60
    },
    [area("A", 0), area("B", 2.5)]
  )
  s.see(at(0, 0), at(10, 2.5))
  const [event] = s.batch(at(70, 2.5)).events
  const shown = (relation: string, feature: typeof event) =>
    feature?.evaluated.type === "all"
      ? feature.evaluated.parts.flatMap((p) =>
          p.type === "spatial" && p.relation === relation ? p.features.map((x) => x.name) : []
        )
      : []
  assert.deepStrictEqual(
    [event?.evaluated.truth, shown("exit", event), shown("enter", event)],
    [true, ["A"], ["B"]]
  )
})

it("equal values have equal text, whatever order their members were written in", () => {
  assert.strictEqual(canonicalText({ b: 1, a: [{ d: null, c: "x" }] }), '{"a":[{"c":"x","d":null}],"b":1}')
  assert.notStrictEqual(canonicalText([1, 2]), canonicalText([2, 1]))
})
