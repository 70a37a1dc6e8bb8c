// Specification 3.1, asked of `step` itself: one state, one moment and what
// is known go in, the whole state and every outcome that come out are compared.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { compile } from "../../../src/domain/rule/compile.ts"
import { canonical } from "../../../src/domain/rule/Document.ts"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import type { Facts, Placement } from "../../../src/domain/rule/Facts.ts"
import type { Moment } from "../../../src/domain/rule/Observation.ts"
import {
  blank,
  deadline,
  type Hold,
  isBlank,
  type RuleState,
  wakeAt
} from "../../../src/domain/rule/RuleState.ts"
import { step } from "../../../src/domain/rule/step.ts"
import { at as fix, becomes, type Draft, document, measured } from "../../support/engine/timeline.ts"

const areas = ["a", "b", "c"].map((id) => ({
  id,
  name: id.toUpperCase(),
  revision: 1,
  changedAt: 1,
  featureType: "zone" as const
}))
const ruleOf = (draft: Draft, features = areas) =>
  Result.getOrThrow(
    compile(
      { id: "r", name: "rule", projectId: "p", version: 1, blankFrom: 0, activeFrom: 0 },
      canonical(document(draft)),
      features
    )
  )

/**
 * What is known: m, where the subject was (`a b`: in both) and is, and with which edition of the rule set it
 * was found there.
 */
interface World {
  readonly m?: number
  readonly was?: string
  readonly is?: string
  readonly version?: number
}

const placed = (inside: string, version: number): Placement => ({
  version,
  inside: inside.split(" ").filter((id) => id !== "")
})

const factsAt = (at: number, { is, m, version = 1, was }: World): Facts => {
  const now = is === undefined ? null : placed(is, version)
  const before = was === undefined ? now : placed(was, 1)
  return {
    at,
    trigger: null,
    latest: (metric) => (m === undefined || metric !== "m" ? undefined : { at, value: m, recordId: 1 }),
    window: () => ({ count: 0, sum: 0, min: NaN, max: NaN, newest: null, oldest: null }),
    lastSeen: () => null,
    unheard: () => [],
    fix: () => undefined,
    before: () => before,
    now: () => now
  }
}

/** Seconds, for short. */
const S = 1000
/** A hold of a minute. */
const timing = { forMs: 60 * S, maxGapMs: null }
const sample = (t: number): Moment => ({ ...fix(0, 0), at: t * S, receivedAt: t * S + 5 })
const other = (t: number): Moment => ({ ...measured(0, "x", 1), at: t * S, receivedAt: t * S + 5 })
const due = (t: number): Moment => ({ _tag: "Deadline", at: t * S })
const tick = (t: number): Moment => ({ _tag: "Tick", at: t * S, receivedAt: t * S + 20 })

const ask = (rule: ReturnType<typeof ruleOf>, state: RuleState, moment: Moment, world: World) => {
  const { outcomes, state: after } = step(rule, state, moment, factsAt(moment.at, world))
  return {
    after,
    said: outcomes.map((o) =>
      o._tag === "Ended"
        ? `${o.at / S} ended`
        : [o.at / S, o.kind, ...(o.feature === null ? [] : [o.feature.name])].join(" ")
    )
  }
}
const same = (state: RuleState, said: ReadonlyArray<string> = []) => ({ after: state, said })

const high = { type: "threshold", metric: "m", op: ">", value: 0 } as const
const crossing = (relation: "enter" | "exit", ...feature_ids: ReadonlyArray<string>) =>
  ({ type: "spatial", relation, ...(feature_ids.length === 0 ? {} : { feature_ids }) }) as const
const inside = { type: "spatial", relation: "inside" } as const
const active: RuleState = { ...blank, active: true, since: 10 * S, lastFiredAt: 10 * S }
const hold = (more: Partial<Hold> = {}): Hold => {
  const { feature = "a", relation = "exit", since = 10 * S } = more
  return {
    branch: 0,
    relation,
    feature,
    sides: [{ feature, inside: relation === "enter", filterKey: "" }],
    since,
    arrivedAt: since + 5,
    overdue: false,
    ...more
  }
}
const holding = (...holds: ReadonlyArray<Hold>): RuleState => ({ ...blank, holds })

describe("specification 3.1, a row each", () => {
  const rule = ruleOf({ conditions: high })
  it("inactive | condition becomes true and has held for for_seconds (0 is immediate) | active | event fires, last-fired time recorded", () =>
    assert.deepStrictEqual(ask(rule, blank, sample(10), { m: 1 }), same(active, ["10 rise"])))

  it("inactive, for_seconds not reached: it only begins; reached: it fires, since unchanged", () => {
    const slow = ruleOf({ conditions: high, for_seconds: 30 })
    const begun: RuleState = { ...blank, since: 10 * S }
    assert.deepStrictEqual(ask(slow, blank, sample(10), { m: 1 }), same(begun))
    assert.strictEqual(ask(slow, begun, sample(39.999), { m: 1 }).after, begun)
    assert.deepStrictEqual(
      ask(slow, begun, sample(40), { m: 1 }),
      same({ ...active, lastFiredAt: 40 * S }, ["40 rise"])
    )
    assert.deepStrictEqual(
      ask(slow, { ...begun, overdue: true }, sample(50), { m: 1 }),
      same({ ...active, lastFiredAt: 50 * S }, ["50 rise"])
    )
  })

  it("active | condition still true and cooldown is non-zero and has elapsed since last fire | active | event fires again as a reminder", () => {
    const nagging = ruleOf({ conditions: high, cooldown_seconds: 60 })
    assert.deepStrictEqual(
      ask(nagging, active, sample(70), { m: 1 }),
      same({ ...active, lastFiredAt: 70 * S }, ["70 reminder"])
    )
    assert.deepStrictEqual(
      ask(nagging, { ...active, lastFiredAt: 70 * S }, sample(131), { m: 1 }),
      same({ ...active, lastFiredAt: 131 * S }, ["131 reminder"])
    )
  })

  it("active | condition still true, cooldown is 0 or not elapsed | active | nothing fires", () => {
    assert.deepStrictEqual(ask(rule, active, sample(1e6), { m: 1 }), same(active))
    assert.deepStrictEqual(
      ask(ruleOf({ conditions: high, cooldown_seconds: 60 }), active, sample(69.999), { m: 1 }),
      same(active)
    )
  })

  it("active | condition becomes false | inactive | state reset, the next rise fires again, whatever the cooldown", () => {
    const fallen = { ...blank, lastFiredAt: 10 * S }
    assert.deepStrictEqual(ask(rule, active, sample(20), { m: 0 }), same(fallen, ["20 ended"]))
    assert.deepStrictEqual(
      ask(ruleOf({ conditions: high, cooldown_seconds: 3600 }), fallen, sample(30), { m: 1 }),
      same({ ...active, since: 30 * S, lastFiredAt: 30 * S }, ["30 rise"])
    )
  })

  it("inactive | condition false | inactive: what had begun is forgotten, whatever else is remembered stays", () => {
    assert.deepStrictEqual(
      ask(
        ruleOf({ conditions: high, for_seconds: 30 }),
        { ...blank, since: 10 * S, lastFiredAt: 5 * S, overdue: true, arrivedAt: 10 * S },
        sample(20),
        { m: 0 }
      ),
      same({ ...blank, lastFiredAt: 5 * S })
    )
    const rested = { ...blank, lastFiredAt: 5 * S }
    assert.strictEqual(ask(rule, rested, sample(20), { m: 0 }).after, rested)
  })

  it("unknown: active, since and holds stay exactly as they are", () => {
    for (const state of [blank, active, { ...blank, since: 10 * S }])
      assert.deepStrictEqual(ask(rule, state, sample(1e6), {}), same(state))
    for (const state of [blank, active]) assert.strictEqual(ask(rule, state, sample(1e6), {}).after, state)
  })

  it("silence is the same object every time: a sleeping actor costs nothing", () => {
    const silent = () => step(rule, blank, sample(1), factsAt(S, { m: 0 }))
    assert.strictEqual(silent(), silent())
    assert.deepStrictEqual(silent(), { state: blank, outcomes: [] })
  })

  it("a schedule is asked at its ticks alone, which arrive when they are judged", () => {
    const scheduled = ruleOf({
      trigger: { kind: "schedule", every_seconds: 60 },
      conditions: inside,
      for_seconds: 90
    })
    assert.deepStrictEqual(ask(scheduled, blank, sample(60), { is: "a" }), same(blank))
    assert.deepStrictEqual(
      ask(scheduled, blank, tick(60), { is: "a" }),
      same({ ...blank, since: 60 * S, arrivedAt: 60 * S + 20 })
    )
  })
})

describe("what starts an evaluation", () => {
  const devices = { device_ids: [fix(0, 0).subject.deviceId] }
  const stranger = { device_ids: ["01900000-0000-7000-8000-0000000000d2"] }
  it.each<[string, Draft["trigger"] & {}, Moment, boolean]>([
    ["a device fix", { kind: "position" }, sample(1), true],
    [
      "a network location, of rules that do not name them",
      { kind: "position" },
      { ...fix(1, 0, { recordType: "network" }) },
      false
    ],
    [
      "a network location, of those that do",
      { kind: "position", record_types: ["network"] },
      { ...fix(1, 0, { recordType: "network" }) },
      true
    ],
    [
      "a fix, of those that look at network locations alone",
      { kind: "position", record_types: ["network"] },
      sample(1),
      false
    ],
    [
      "either, of those that name both",
      { kind: "position", record_types: ["network", "gnss"] },
      sample(1),
      true
    ],
    ["a measurement, of a rule on positions", { kind: "position" }, other(1), false],
    ["any measurement", { kind: "measurement" }, other(1), true],
    ["a measurement of its metric", { kind: "measurement", metric_key: "x" }, other(1), true],
    ["a measurement of another", { kind: "measurement", metric_key: "y" }, other(1), false],
    ["a fix, of a rule on measurements", { kind: "measurement" }, sample(1), false],
    ["a state of any key", { kind: "state" }, becomes(1, "door", 1), true],
    [
      "a state of one of its keys",
      { kind: "state", state_keys: ["lid", "door"] },
      becomes(1, "door", 1),
      true
    ],
    ["a state of another key", { kind: "state", state_keys: ["lid"] }, becomes(1, "door", 1), false],
    ["a measurement, of a rule on states", { kind: "state" }, other(1), false]
  ])("%s", (_, trigger, moment, isAsked) => {
    const said = (draft: Partial<Draft>) =>
      ask(ruleOf({ trigger, conditions: high, ...draft }), blank, moment, { m: 1 }).said.length
    assert.strictEqual(said({}), isAsked ? 1 : 0)
    assert.strictEqual(said({ scope: devices }), isAsked ? 1 : 0)
    assert.strictEqual(said({ scope: stranger }), 0)
  })

  it("a record that starts no evaluation of a rule can end its hold and begin nothing", () => {
    const rule = ruleOf({ conditions: { any: [{ all: [crossing("exit"), high] }, inside] }, for_seconds: 60 })
    assert.deepStrictEqual(ask(rule, holding(hold()), other(20), { m: 0, is: "b" }), same(blank))
    assert.deepStrictEqual(ask(rule, holding(hold()), other(20), { m: 1, is: "b" }), same(holding(hold())))
  })
})

describe("max_gap_seconds is checked first: two consecutive samples further apart break the hold", () => {
  const rule = ruleOf({ conditions: high, for_seconds: 60, max_gap_seconds: 30 })
  const begun: RuleState = { ...blank, since: 10 * S, sampledAt: 10 * S }

  it("a sample within the gap keeps it, one exactly as far too", () => {
    assert.deepStrictEqual(ask(rule, blank, sample(10), { m: 1 }), same(begun))
    assert.deepStrictEqual(ask(rule, begun, sample(40), { m: 1 }), same({ ...begun, sampledAt: 40 * S }))
    assert.deepStrictEqual(
      ask(rule, { ...begun, sampledAt: 40 * S }, sample(70), { m: 1 }),
      same({ ...active, lastFiredAt: 70 * S }, ["70 rise"])
    )
  })
  it("a sample beyond it begins anew, and remembers nothing of what was overdue", () => {
    assert.deepStrictEqual(
      ask(rule, { ...begun, overdue: true, arrivedAt: 3 }, sample(40.001), { m: 1 }),
      same({ ...blank, since: 40_001, sampledAt: 40_001 })
    )
    assert.deepStrictEqual(ask(rule, begun, sample(100), { m: 0 }), same(blank))
    assert.deepStrictEqual(ask(rule, { ...begun, overdue: true }, sample(100), {}), same(blank))
  })
  it("an unknown sample is a sample", () =>
    assert.deepStrictEqual(ask(rule, begun, sample(40), {}), same({ ...begun, sampledAt: 40 * S })))
  it("what the rule has fired for is held by nothing: no gap ends an episode", () => {
    assert.deepStrictEqual(ask(rule, active, sample(1000), { m: 1 }), same(active))
    assert.deepStrictEqual(
      ask(rule, { ...active, sampledAt: 10 * S }, sample(1000), { m: 1 }),
      same({ ...active, sampledAt: null })
    )
  })
  it("a gap also breaks the hold of a crossing, as soon as it is known, and leaves an active level alone", () => {
    const both = ruleOf({
      conditions: { any: [crossing("exit"), high] },
      for_seconds: 60,
      max_gap_seconds: 30
    })
    const state: RuleState = { ...active, holds: [hold({ arrivedAt: null })], sampledAt: 10 * S }
    assert.deepStrictEqual(
      ask(both, state, sample(30), { m: 1, is: "" }),
      same({ ...state, sampledAt: 30 * S })
    )
    assert.deepStrictEqual(
      ask(both, state, other(41), { m: 1, is: "" }),
      same({ ...active, sampledAt: null })
    )
    assert.deepStrictEqual(
      ask(both, state, sample(41), { m: 1, is: "" }),
      same({ ...active, sampledAt: null })
    )
  })
  it("without one a hold bridges any gap, and no sample is remembered", () => {
    const bridging = ruleOf({ conditions: high, for_seconds: 60 })
    assert.deepStrictEqual(
      ask(bridging, { ...blank, since: 10 * S }, sample(1e6), { m: 1 }),
      same({ ...active, lastFiredAt: 1e9 }, ["1000000 rise"])
    )
    assert.isNull(ask(bridging, blank, sample(10), { m: 1 }).after.sampledAt)
  })
  it("such a rule never fires by timer: neither its levels nor its crossings have a deadline", () => {
    const draft = { conditions: inside, for_seconds: 60 }
    assert.deepStrictEqual(
      ask(ruleOf(draft), blank, sample(10), { is: "a" }),
      same({ ...blank, since: 10 * S, arrivedAt: 10 * S + 5 })
    )
    assert.deepStrictEqual(
      ask(ruleOf({ ...draft, max_gap_seconds: 30 }), blank, sample(10), { is: "a" }),
      same({ ...blank, since: 10 * S, sampledAt: 10 * S })
    )
    const left = ask(
      ruleOf({ conditions: crossing("exit"), for_seconds: 60, max_gap_seconds: 30 }),
      blank,
      sample(10),
      { was: "a", is: "" }
    )
    assert.deepStrictEqual(left, same({ ...holding(hold({ arrivedAt: null })), sampledAt: 10 * S }))
    assert.isNull(wakeAt(left.after, timing))
  })

  it("completes nothing at a deadline that began before the version with a largest gap came into force", () => {
    const gap = { ...timing, maxGapMs: 30 * S }
    const begun = holding(hold({ since: 10 * S, arrivedAt: 11 * S }))
    assert.deepStrictEqual([deadline(begun, timing), wakeAt(begun, timing)], [70 * S, 71 * S])
    assert.deepStrictEqual([deadline(begun, gap), wakeAt(begun, gap)], [null, null])
  })
})

describe("crossings are pulses, per feature", () => {
  const either = { any: [crossing("enter"), crossing("exit")] }
  const fired = (conditions: ConditionNode, world: World, draft: Partial<Draft> = {}) =>
    ask(ruleOf({ conditions, ...draft }), blank, sample(10), world)

  it.each<[string, ConditionNode, World, ReadonlyArray<string>]>([
    [
      "one firing per crossed feature",
      crossing("enter"),
      { was: "", is: "a b" },
      ["10 enter A", "10 enter B"]
    ],
    [
      "exits before enters, then by feature id",
      either,
      { was: "c a", is: "b" },
      ["10 exit A", "10 exit C", "10 enter B"]
    ],
    [
      "by feature id, whatever the order of the conditions",
      { any: [crossing("enter", "c"), crossing("enter", "a"), crossing("enter", "b")] },
      { was: "", is: "a b c" },
      ["10 enter A", "10 enter B", "10 enter C"]
    ],
    [
      "two alternatives that see the same crossing see one",
      { any: [crossing("enter", "a"), crossing("enter", "a", "b")] },
      { was: "", is: "a b" },
      ["10 enter A", "10 enter B"]
    ],
    ["who stays crosses nothing", either, { was: "a", is: "a" }, []],
    ["who was never placed crosses nothing", either, { is: "a" }, []],
    [
      "who moves between features that are not asked for crosses nothing",
      crossing("enter", "c"),
      { was: "a", is: "b" },
      []
    ],
    [
      "in all, with the other members true",
      { all: [crossing("enter"), high] },
      { was: "", is: "a", m: 1 },
      ["10 enter A"]
    ],
    ["in all, with one of them false", { all: [crossing("enter"), high] }, { was: "", is: "a", m: 0 }, []],
    ["in all, with one of them unknown", { all: [crossing("enter"), high] }, { was: "", is: "a" }, []],
    [
      "all with two crossings fires once, naming the last",
      { all: [crossing("exit", "a"), crossing("enter", "c")] },
      { was: "a", is: "c" },
      ["10 enter C"]
    ],
    [
      "naming the last also where it stands first",
      { all: [crossing("enter", "c"), crossing("exit", "a")] },
      { was: "a", is: "c" },
      ["10 enter C"]
    ],
    [
      "of several features the last by id",
      { all: [crossing("enter", "b", "c"), crossing("enter", "a")] },
      { was: "", is: "a b c" },
      ["10 enter C"]
    ],
    [
      "all with two crossings of which one happens",
      { all: [crossing("exit", "a"), crossing("enter", "c")] },
      { was: "a", is: "" },
      []
    ]
  ])("%s", (_, conditions, world, expected) => {
    const { after, said } = fired(conditions, world)
    assert.deepStrictEqual(said, expected)
    if (expected.length === 0) assert.strictEqual(after, blank)
    else assert.deepStrictEqual(after, { ...blank, lastFiredAt: 10 * S })
  })

  it("a feature whose geometry changed since the last fix is set silently", () => {
    const edited = ruleOf(
      { conditions: either },
      areas.map((a) => (a.id === "a" ? { ...a, changedAt: 2 } : a))
    )
    assert.deepStrictEqual(ask(edited, blank, sample(10), { was: "", is: "a b", version: 2 }).said, [
      "10 enter B"
    ])
  })

  it("in any, crossings fire by themselves and the levels run their own table", () => {
    const rule = ruleOf({ conditions: { any: [crossing("enter"), high] } })
    assert.deepStrictEqual(
      ask(rule, blank, sample(10), { was: "", is: "a", m: 1 }),
      same(active, ["10 enter A", "10 rise"])
    )
    assert.deepStrictEqual(
      ask(rule, active, sample(20), { was: "", is: "a", m: 0 }),
      same({ ...blank, lastFiredAt: 20 * S }, ["20 enter A", "20 ended"])
    )
  })

  it("what fired carries the conditions as they were found", () => {
    const { outcomes } = step(
      ruleOf({ conditions: { all: [crossing("enter", "a", "b"), high] } }),
      blank,
      sample(10),
      factsAt(10 * S, { was: "", is: "a", m: 3 })
    )
    assert.deepStrictEqual(outcomes, [
      {
        _tag: "Fired",
        kind: "enter",
        at: 10 * S,
        feature: areas[0]!,
        evaluated: {
          type: "all",
          truth: true,
          parts: [
            {
              type: "spatial",
              relation: "enter",
              truth: true,
              features: [{ id: "a", name: "A", revision: 1 }]
            },
            {
              type: "threshold",
              truth: true,
              metric: "m",
              op: ">",
              limit: 0,
              value: 3,
              sample_at: 10 * S,
              record_id: 1
            }
          ]
        }
      }
    ])
  })
})

describe("with for_seconds > 0 a crossing holds while the subject stays on the new side", () => {
  const rule = ruleOf({ conditions: { any: [crossing("exit"), crossing("enter")] }, for_seconds: 60 })

  it("several may be in flight, each with its side", () => {
    const left = ask(rule, blank, sample(10), { was: "a", is: "b" })
    assert.deepStrictEqual(left, same(holding(hold(), hold({ branch: 1, relation: "enter", feature: "b" }))))
    assert.deepStrictEqual(
      ask(rule, left.after, sample(20), { was: "b", is: "b c" }),
      same(holding(...left.after.holds, hold({ branch: 1, relation: "enter", feature: "c", since: 20 * S })))
    )
  })
  it("the opposite crossing cancels it, and no other", () => {
    const left = holding(hold(), hold({ branch: 1, relation: "enter", feature: "b" }))
    assert.deepStrictEqual(ask(rule, left, sample(20), { is: "a b" }), same(holding(left.holds[1]!)))
  })
  it("at the sample that reaches it, it fires, others go on", () => {
    const young = hold({ branch: 1, relation: "enter", feature: "b", since: 50 * S })
    assert.deepStrictEqual(
      ask(rule, holding(hold(), young), sample(69.999), { is: "b" }),
      same(holding(hold(), young))
    )
    assert.deepStrictEqual(
      ask(rule, holding(hold(), young), sample(70), { is: "b" }),
      same({ ...holding(young), lastFiredAt: 70 * S }, ["70 exit A"])
    )
    assert.deepStrictEqual(
      ask(rule, { ...holding(hold(), young), lastFiredAt: 3 }, sample(20), { is: "a b" }),
      same({ ...holding(young), lastFiredAt: 3 })
    )
  })
  it("what completes and what rises at one sample fire both", () => {
    const both = ruleOf({ conditions: { any: [crossing("exit"), high] }, for_seconds: 60 })
    assert.deepStrictEqual(
      ask(both, { ...holding(hold()), since: 10 * S }, sample(70), { is: "", m: 1 }),
      same({ ...active, lastFiredAt: 70 * S }, ["70 exit A", "70 rise"])
    )
  })
  it("what completes at one sample, and what begins at it", () =>
    assert.deepStrictEqual(
      ask(rule, holding(hold()), sample(70), { was: "", is: "c" }),
      same(
        {
          ...holding(hold({ branch: 1, relation: "enter", feature: "c", since: 70 * S })),
          lastFiredAt: 70 * S
        },
        ["70 exit A"]
      )
    ))
  it("all with two crossings stays as long as both sides do", () => {
    const both = ruleOf({
      conditions: { all: [crossing("exit", "a"), crossing("enter", "c")] },
      for_seconds: 60
    })
    const begun = ask(both, blank, sample(10), { was: "a", is: "c" }).after
    assert.deepStrictEqual(
      begun,
      holding(
        hold({
          relation: "enter",
          feature: "c",
          sides: [
            { feature: "a", inside: false, filterKey: "" },
            { feature: "c", inside: true, filterKey: "" }
          ]
        })
      )
    )
    assert.deepStrictEqual(ask(both, begun, sample(20), { is: "a c" }), same(blank))
    assert.deepStrictEqual(ask(both, begun, sample(20), { is: "" }), same(blank))
    assert.deepStrictEqual(ask(both, begun, sample(70), { is: "c" }).said, ["70 enter C"])
  })
  it("a feature of any alternative is found", () => {
    const several = ruleOf({
      conditions: { any: [crossing("exit", "a"), crossing("exit", "b")] },
      for_seconds: 60
    })
    assert.deepStrictEqual(
      ask(several, holding(hold({ branch: 1, feature: "b" })), sample(70), { is: "" }).said,
      ["70 exit B"]
    )
  })
  it.each<[string, Hold, World, typeof areas]>([
    [
      "a border edited since the fix before",
      hold(),
      { was: "", is: "", version: 2 },
      areas.map((a) => ({ ...a, changedAt: 2 }))
    ],
    ["a feature that is gone", hold(), { is: "" }, areas.slice(1)],
    ["an alternative that is gone", hold({ branch: 7 }), { is: "" }, areas],
    ["a subject that is placed no more", hold(), {}, areas]
  ])("%s ends the hold, at a sample and at the deadline", (_, held, world, features) => {
    const edited = ruleOf({ conditions: crossing("exit"), for_seconds: 60 }, features)
    assert.deepStrictEqual(ask(edited, holding(held), sample(70), world), same(blank))
    assert.deepStrictEqual(ask(edited, holding(held), due(70), world), same({ ...blank, judgedTo: 70 * S }))
  })
  it("a border edited before the fix that placed the subject does not", () =>
    assert.deepStrictEqual(
      ask(
        ruleOf(
          { conditions: crossing("exit"), for_seconds: 60 },
          areas.map((a) => ({ ...a, changedAt: 2 }))
        ),
        holding(hold()),
        sample(70),
        { is: "", version: 2 }
      ).said,
      ["70 exit A"]
    ))
})

describe("inside all the other members must be true at the crossing, at every observation, and at the deadline", () => {
  const rule = ruleOf({ conditions: { all: [crossing("exit"), high] }, for_seconds: 60 })
  it.each<[string, Moment, World, RuleState, ReadonlyArray<string>]>([
    ["one false cancels the hold", sample(20), { m: 0, is: "" }, blank, []],
    ["unknown leaves it", sample(20), { is: "" }, holding(hold()), []],
    ["unknown past the deadline leaves it too", sample(80), { is: "" }, holding(hold()), []],
    [
      "true past the deadline completes it",
      sample(80),
      { m: 1, is: "" },
      { ...blank, lastFiredAt: 80 * S },
      ["80 exit A"]
    ],
    [
      "true at the deadline fires",
      due(70),
      { m: 1, is: "" },
      { ...blank, lastFiredAt: 70 * S, judgedTo: 70 * S },
      ["70 exit A"]
    ],
    ["false at the deadline ends it", due(70), { m: 0, is: "" }, { ...blank, judgedTo: 70 * S }, []],
    [
      "unknown at the deadline leaves it open",
      due(70),
      { is: "" },
      { ...holding(hold({ overdue: true })), judgedTo: 70 * S },
      []
    ]
  ])("%s", (_, moment, world, after, said) =>
    assert.deepStrictEqual(ask(rule, holding(hold()), moment, world), same(after, said))
  )
})

describe("a crossing that several alternatives hold fires once, with the first that completes", () => {
  const rule = ruleOf({
    conditions: { any: [{ all: [crossing("exit"), high] }, crossing("exit")] },
    for_seconds: 60
  })
  const first = hold(),
    second = hold({ branch: 1 })
  const laterOne = hold({ branch: 1, since: 11 * S }),
    otherOne = hold({ branch: 1, feature: "b" })

  it.each([
    ["at a sample", sample(70), {}],
    ["at the deadline", due(70), { judgedTo: 70 * S }]
  ] as const)("%s", (_, moment, judged) => {
    const fired: RuleState = { ...blank, lastFiredAt: 70 * S, ...judged }
    assert.deepStrictEqual(
      ask(rule, holding(first, second), moment, { m: 1, is: "" }),
      same(fired, ["70 exit A"])
    )
    // the first alternative is not decided, the second is: neither is held any more
    assert.deepStrictEqual(ask(rule, holding(first, second), moment, { is: "" }), same(fired, ["70 exit A"]))
    // another crossing is another hold: of another time, another feature
    assert.deepStrictEqual(
      ask(rule, holding(first, laterOne), moment, { m: 1, is: "" }),
      same({ ...fired, holds: [laterOne] }, ["70 exit A"])
    )
    assert.deepStrictEqual(
      ask(rule, holding(first, otherOne), moment, { m: 1, is: "" }),
      same(fired, ["70 exit A", "70 exit B"])
    )
  })
  it("an enter and an exit of one feature at one time are two", () => {
    const both = ruleOf({ conditions: { any: [crossing("exit"), crossing("enter")] }, for_seconds: 60 })
    const enters = hold({ branch: 1, relation: "enter", feature: "b" }),
      exits = hold({ branch: 0, feature: "b", sides: [] })
    assert.deepStrictEqual(ask(both, holding(exits, enters), due(70), { is: "b" }).said, [
      "70 exit B",
      "70 enter B"
    ])
  })
})

describe("a deadline", () => {
  const place = ruleOf({ conditions: { any: [crossing("exit"), inside] }, for_seconds: 60 })
  const waiting: RuleState = { ...blank, since: 10 * S, arrivedAt: 10 * S + 5 }

  it.each<[string, RuleState, World, RuleState, ReadonlyArray<string>]>([
    [
      "that evaluates true fires with its own time",
      waiting,
      { is: "b" },
      { ...active, lastFiredAt: 70 * S, judgedTo: 75 * S },
      ["70 rise"]
    ],
    ["that evaluates false ends the hold", waiting, { is: "" }, { ...blank, judgedTo: 75 * S }, []],
    [
      "that is unknown leaves it open for the next true evaluation",
      waiting,
      {},
      { ...waiting, overdue: true, judgedTo: 75 * S },
      []
    ],
    [
      "that was unknown is not asked again",
      { ...waiting, overdue: true },
      { is: "b" },
      { ...waiting, overdue: true, judgedTo: 75 * S },
      []
    ],
    [
      "of a level without one is none",
      { ...blank, since: 10 * S },
      { is: "b" },
      { ...blank, since: 10 * S, judgedTo: 75 * S },
      []
    ],
    [
      "that has not come is left",
      { ...waiting, since: 16 * S },
      { is: "b" },
      { ...waiting, since: 16 * S, judgedTo: 75 * S },
      []
    ],
    [
      "exactly at the moment has come",
      { ...waiting, since: 15 * S },
      { is: "b" },
      { ...active, since: 15 * S, lastFiredAt: 75 * S, judgedTo: 75 * S },
      ["75 rise"]
    ],
    [
      "of a hold that has not come is left",
      holding(hold({ since: 16 * S })),
      { is: "" },
      { ...holding(hold({ since: 16 * S })), judgedTo: 75 * S },
      []
    ],
    [
      "of a hold exactly at the moment has come",
      holding(hold({ since: 15 * S })),
      { is: "" },
      { ...blank, lastFiredAt: 75 * S, judgedTo: 75 * S },
      ["75 exit A"]
    ],
    [
      "of a hold that was unknown is not asked again",
      holding(hold({ overdue: true })),
      { is: "" },
      { ...holding(hold({ overdue: true })), judgedTo: 75 * S },
      []
    ],
    [
      "of a hold that only a sample completes is none",
      holding(hold({ arrivedAt: null })),
      { is: "" },
      { ...holding(hold({ arrivedAt: null })), judgedTo: 75 * S },
      []
    ],
    [
      "of a hold and of a level are judged both; the newest that fires counts",
      { ...waiting, holds: [hold({ since: 12 * S })], lastFiredAt: 1 },
      { is: "b" },
      { ...active, lastFiredAt: 72 * S, judgedTo: 75 * S },
      ["72 exit A", "70 rise"]
    ],
    [
      "before what the version before has fired, which asked for more time, leaves when it last fired",
      { ...holding(hold({ since: 5 * S })), lastFiredAt: 70 * S },
      { is: "" },
      { ...blank, lastFiredAt: 70 * S, judgedTo: 75 * S },
      ["65 exit A"]
    ],
    [
      "that fires nothing leaves when it last fired",
      { ...waiting, lastFiredAt: 1 },
      { is: "" },
      { ...blank, lastFiredAt: 1, judgedTo: 75 * S },
      []
    ],
    [
      "not newer than one judged before does not take that back",
      { ...waiting, judgedTo: 90 * S },
      { is: "" },
      { ...blank, judgedTo: 90 * S },
      []
    ],
    [
      "newer than one judged before goes on record",
      { ...waiting, judgedTo: 30 * S },
      { is: "" },
      { ...blank, judgedTo: 75 * S },
      []
    ]
  ])("%s", (_, state, world, after, said) =>
    assert.deepStrictEqual(ask(place, state, due(75), world), same(after, said))
  )

  it("a later sample does not move it: it stays at the first plus for_seconds", () => {
    assert.strictEqual(ask(place, waiting, sample(20), { is: "a" }).after, waiting)
    assert.deepStrictEqual([deadline(waiting, timing), wakeAt(waiting, timing)], [70 * S, 70 * S + 5])
  })
})

describe("what a state says about itself", () => {
  const anything: ReadonlyArray<[string, Partial<RuleState>]> = [
    ["active", { active: true }],
    ["since", { since: 0 }],
    ["lastFiredAt", { lastFiredAt: 0 }],
    ["holds", { holds: [hold()] }],
    ["judgedTo", { judgedTo: 0 }],
    ["sampledAt", { sampledAt: 0 }]
  ]
  it("remembers nothing", () => assert.isTrue(isBlank(blank) && isBlank({ ...blank })))
  it.each(anything)("remembers %s", (_, part) => assert.isFalse(isBlank({ ...blank, ...part })))

  const begun: RuleState = { ...blank, since: 10 * S, arrivedAt: 12 * S }
  it.each<[string, RuleState, number | null, number | null]>([
    ["nothing", blank, null, null],
    ["a level", begun, 70 * S, 72 * S],
    ["a level that is overdue", { ...begun, overdue: true }, null, null],
    ["a level that only a sample completes", { ...begun, arrivedAt: null }, null, null],
    ["a level that holds no more", { ...begun, since: null }, null, 72 * S],
    ["a hold", holding(hold()), 70 * S, 70 * S + 5],
    ["a hold that is overdue", holding(hold({ overdue: true })), null, null],
    ["a hold that only a sample completes", holding(hold({ arrivedAt: null })), null, null],
    [
      "the earliest of several",
      {
        ...begun,
        holds: [
          hold({ since: 20 * S, arrivedAt: 11 * S }),
          hold({ since: 9 * S, arrivedAt: 30 * S }),
          hold({ since: 30 * S, arrivedAt: 31 * S })
        ]
      },
      69 * S,
      71 * S
    ],
    [
      "the earliest of those that wait",
      {
        ...begun,
        overdue: true,
        holds: [
          hold({ since: 1, overdue: true }),
          hold({ since: 2, arrivedAt: null }),
          hold({ since: 20 * S, arrivedAt: 21 * S })
        ]
      },
      80 * S,
      81 * S
    ]
  ])("when %s is due, and when a timer looks", (_, state, expectedDeadline, expectedWake) =>
    assert.deepStrictEqual([deadline(state, timing), wakeAt(state, timing)], [expectedDeadline, expectedWake])
  )
})
