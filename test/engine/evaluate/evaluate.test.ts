// One subject led through its records, ticks and deadlines: who is asked when, what is late, and what is
// written down.
import { assert, describe, it } from "@effect/vitest"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import type { Rule } from "../../../src/domain/rule/Rule.ts"
import { blank, type RuleState, wakeAt } from "../../../src/domain/rule/RuleState.ts"
import { scopeKeyOf } from "../../../src/domain/rule/scope.ts"
import { type RuleSet, makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"
import { Decisions } from "../../../src/engine/evaluate/Decisions.ts"
import type { EvaluationContext } from "../../../src/engine/evaluate/EvaluationContext.ts"
import { evaluateRecords } from "../../../src/engine/evaluate/evaluate.ts"
import { evaluateTicks } from "../../../src/engine/evaluate/evaluateTicks.ts"
import { evaluateTimer } from "../../../src/engine/evaluate/evaluateDeadlines.ts"
import { type Memory, noMemory } from "../../../src/engine/ports.ts"
import {
  area,
  at,
  becomes,
  cow,
  document,
  type Draft,
  measured,
  PROJECT,
  RULE,
  START
} from "../../support/engine/timeline.ts"

it("last_error stays while any subject fails: the recovery of the one that failed before does not hide the next", () => {
  const conditions = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
  const made = makeRuleSet(PROJECT, {
    version: 1,
    features: [],
    rules: [
      {
        id: RULE,
        name: "rule",
        version: 1,
        blankFrom: 1,
        activeFrom: 0,
        document: document({ conditions }),
        failedSubject: cow.id
      }
    ]
  })
  const calf = { ...cow, id: cow.id.slice(0, -1) + "2", entityId: cow.id.slice(0, -1) + "2" }
  const broken = {
    ...made.rules[0]!,
    level: {
      ...made.rules[0]!.level!,
      truth: () => {
        throw new Error("broken")
      }
    }
  }
  const brokenRuleSet = {
    ...made,
    rulesFor: () => ({
      rules: new Set([broken]),
      onPosition: [broken],
      onMeasurement: [],
      onState: [],
      onTick: []
    })
  }
  const changes = new Decisions(START)
  for (const { ruleSet, subject } of [
    { ruleSet: made, subject: cow },
    { ruleSet: brokenRuleSet, subject: calf }
  ]) {
    const who = {
      entity: { id: subject.id, name: "Alma", typeId: "t", groupIds: [] },
      device: { id: subject.deviceId, name: "Collar" }
    }
    const subjectActor = new SubjectActor(subject, who, noMemory, () => undefined)
    subjectActor.apply(ruleSet, 1, START)
    evaluateRecords({ ruleSet, decisions: changes, nextId: () => "id", isLate: () => false }, subjectActor, [
      { ...at(0, 0), subject }
    ])
  }
  assert.deepStrictEqual([changes.failures.map((f) => f.subject.id), [...changes.cleared]], [[calf.id], []])
})

const S = (seconds: number) => START + seconds * 1000
const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const enter = { type: "spatial", relation: "enter" } as const
const inside = { type: "spatial", relation: "inside" } as const
const silent = { type: "no_data", for_seconds: 60 } as const
/** True at every tick. */
const nothingHeard = {
  type: "window",
  metric: "m",
  aggregate: "count",
  seconds: 60,
  op: ">=",
  value: 0
} as const
const every = (seconds: number) => ({ trigger: { kind: "schedule", every_seconds: seconds } }) as const
const both = { kind: "position", record_types: ["gnss", "network"] } as const
const A = area("A", 0),
  B = { ...area("B", 1), id: `${A.id.slice(0, -2)}ff` }

const alma = {
  entity: { id: cow.id, name: "Alma", typeId: "t", groupIds: [] },
  device: { id: cow.deviceId, name: "Collar" }
}

/** One animal and some rules, named by what they are called; a moment of the clock is that of the story. */
const led = (
  drafts: Readonly<Record<string, Draft>>,
  memory: Partial<Memory> = {},
  failing: Readonly<Record<string, string>> = {},
  change: (rule: Rule) => Partial<Rule> = () => ({})
) => {
  const made = makeRuleSet(PROJECT, {
    version: 1,
    features: [A, B],
    rules: Object.entries(drafts).map(([id, draft]) => ({
      id,
      name: id,
      version: 1,
      blankFrom: 1,
      activeFrom: 0,
      document: document(draft),
      failedSubject: failing[id] ?? null
    }))
  })
  const rules = made.rules.map((r) => ({ ...r, ...change(r) })),
    startedBy = (kind: string) => rules.filter((r) => r.trigger.kind === kind)
  const concern = {
    rules: new Set(rules),
    onPosition: startedBy("position"),
    onMeasurement: startedBy("measurement"),
    onState: startedBy("state"),
    onTick: startedBy("schedule")
  }
  const ruleSet: RuleSet = {
    ...made,
    rules,
    onTick: concern.onTick,
    byId: new Map(rules.map((r) => [r.id, r])),
    rulesFor: () => concern
  }
  const subjectActor = new SubjectActor(cow, alma, { ...noMemory, ...memory }, (id) => ruleSet.byId.get(id))
  if (ruleSet.onTick.length > 0) subjectActor.arrivals = []
  subjectActor.apply(ruleSet, 1, START)
  let ids = 0
  const run = (work: (context: EvaluationContext) => void) => {
    const changes = new Decisions(START)
    work({
      ruleSet,
      decisions: changes,
      nextId: () => `id-${++ids}`,
      isLate: () => false
    })
    const second = (at: number) => (at - START) / 1000
    return {
      changes,
      fired: changes.events.map((e) => `${second(e.at)} ${e.kind} ${e.rule.id}`),
      late: [...changes.late.values()].map((l) => second(l.from))
    }
  }
  return {
    subjectActor,
    ruleSet,
    /** when its actors have deadlines to judge, in seconds */
    get wakes() {
      return [...(subjectActor.actors?.values() ?? [])].flatMap(({ rule, state }) => {
        const at = wakeAt(state, rule)
        return at === null ? [] : [(at - START) / 1000]
      })
    },
    see: (...seen: ReadonlyArray<Observation>) =>
      run((context) => evaluateRecords(context, subjectActor, [...seen])),
    tick: (seconds: number) => run((context) => evaluateTicks(context, subjectActor, S(seconds))),
    timer: (id: string, seconds: number, upTo?: number) =>
      run((context) =>
        evaluateTimer(context, subjectActor, id, S(seconds), upTo === undefined ? undefined : S(upTo))
      ),
    state: (id: string) => subjectActor.actors?.get(id)?.state
  }
}
/** A rule's stored state; holds as `[since, arrivedAt, overdue]`. */
const stored = (
  ruleId: string,
  more: Partial<RuleState>,
  holds: ReadonlyArray<readonly [since: number, arrivedAt: number | null, overdue: boolean]> = [],
  episode: string | null = null
) => ({
  ruleId,
  blankFrom: 1,
  episode,
  state: {
    ...blank,
    ...more,
    holds: holds.map(([since, arrivedAt, overdue], i) => {
      const { id } = [A, B][i]!
      return {
        branch: 0,
        relation: "enter" as const,
        feature: id,
        sides: [{ feature: id, inside: true, filterKey: "" }],
        since: S(since),
        arrivedAt: arrivedAt === null ? null : S(arrivedAt),
        overdue
      }
    })
  }
})
const within: Partial<Memory> = {
  watermark: S(20),
  placements: new Map([["", { version: 1, inside: [A.id, B.id] }]]),
  fix: { at: S(20), recordId: 1, lon: 0.5, lat: 0, altitudeM: null, speedMps: null }
}

describe('"one instant, one moment"', () => {
  const twoCollars = (s: number, lon: number) => ({
    ...at(s, lon),
    subject: { ...cow, deviceId: "another collar" }
  })

  it("of several fixes the last moved the subject: a border is crossed once", () => {
    const story = led({ in: { conditions: enter, scope: {} } })
    story.see(at(0, 9))
    assert.deepStrictEqual(story.see(at(10, -0.5), twoCollars(10, -0.4)).fired, ["10 enter in"])
    // in and out again in one instant is no crossing
    story.see(at(20, 9))
    assert.deepStrictEqual(story.see(at(30, -0.5), twoCollars(30, 9)).fired, [])
  })
  it("for a rule that looks at network locations as well, whichever of them there is", () => {
    const story = led({ both: { trigger: both, conditions: enter }, gnss: { conditions: enter } })
    story.see(at(0, 9))
    assert.deepStrictEqual(story.see(at(10, -0.5, { recordType: "network" })).fired, ["10 enter both"])
    story.see(at(20, 9))
    assert.deepStrictEqual(story.see(at(30, -0.5)).fired, ["30 enter both", "30 enter gnss"])
  })
  it("only what moved is noted as moved", () => {
    const story = led({
      plain: { conditions: inside },
      exact: { conditions: { ...inside, max_accuracy_m: 50 } }
    })
    story.see(at(0, 9))
    assert.deepStrictEqual(
      story.see(at(10, -0.5, { accuracyM: 500 })).changes.moves.map((m) => [m.filterKey, m.at]),
      [["", S(10)]]
    )
  })
})

describe("who is asked at a tick", () => {
  it("nobody about a subject that has not reported yet", () => {
    const story = led({ tick: { ...every(60), conditions: nothingHeard } })
    assert.deepStrictEqual([story.tick(120).fired, story.subjectActor.tickedTo], [[], S(120)])
    story.see(at(130, 9))
    assert.deepStrictEqual(story.tick(180).fired, ["180 rise tick"])
  })
  it("each rule at its own instants, in order", () => {
    const story = led({
      minute: { ...every(60), conditions: nothingHeard, cooldown_seconds: 1 },
      two: { ...every(120), conditions: nothingHeard, cooldown_seconds: 1 }
    })
    story.see(at(1, 9))
    assert.deepStrictEqual(story.tick(240).fired, [
      "60 rise minute",
      "120 reminder minute",
      "120 rise two",
      "180 reminder minute",
      "240 reminder minute",
      "240 reminder two"
    ])
  })
  it("a rule of other devices not about this one's data", () => {
    const fired = (device: string) => {
      const story = led({ tick: { ...every(60), conditions: nothingHeard, scope: { device_ids: [device] } } })
      story.see(at(1, 9))
      return story.tick(60).fired
    }
    assert.deepStrictEqual(
      [fired(cow.deviceId), fired("01900000-0000-7000-8000-0000000000d9")],
      [["60 rise tick"], []]
    )
  })
  it('"judged `TICK_GRACE_SECONDS` (20) after their instant": a hold that a tick begins is counted from there', () => {
    const story = led({ tick: { ...every(60), conditions: inside, for_seconds: 30 } })
    story.see(at(1, 0))
    story.tick(60)
    assert.deepStrictEqual(story.wakes, [110])
  })
  it("deadlines of schedules, and of who reads a window, go in step with ticks; any other waits for its timer or the next record", () => {
    const story = led({
      tick: { ...every(60), conditions: nothingHeard },
      stays: { ...every(10), conditions: inside, for_seconds: 25 },
      window: { conditions: { all: [enter, nothingHeard] }, for_seconds: 30 },
      plain: { conditions: enter, for_seconds: 30 }
    })
    story.see(at(1, 9), at(10, -0.5))
    assert.deepStrictEqual(story.tick(60).fired, ["35 rise stays", "40 enter window", "60 rise tick"])
    assert.deepStrictEqual(story.timer("plain", 60).fired, ["40 enter plain"])
  })
  it("what lies at the tick itself is judged after it", () => {
    const story = led({ stays: { ...every(10), conditions: inside, for_seconds: 20 } })
    story.see(at(1, 0))
    assert.deepStrictEqual(story.tick(29).fired, [])
    assert.deepStrictEqual(
      story.tick(30).changes.events.map((e) => [e.at, e.trigger.kind]),
      [[S(30), "schedule"]]
    )
  })
})

describe('"a change of the past is a record not newer than the watermark", or than what ticks and deadlines have judged without it', () => {
  it("from its own time on", () => {
    const story = led({ fast: { conditions: fast } })
    story.see(at(200, 9))
    assert.deepStrictEqual(
      [story.see(at(200, 9)).late, story.see(at(100, 9)).late, story.see(at(201, 9)).late],
      [[200], [100], []]
    )
    // where nobody asks when things arrived, an early arrival says nothing
    assert.deepStrictEqual(story.see(at(150, 9, { arrives: 50 })).late, [150])
  })
  it("from its arrival on, where a schedule asks and the device's clock is ahead", () => {
    const story = led({ tick: { ...every(60), conditions: silent } })
    story.see(at(1, 9))
    story.tick(60)
    assert.deepStrictEqual(story.see(at(100, 9, { arrives: 61 })).late, [])
    assert.deepStrictEqual(story.see(at(110, 9, { arrives: 60 })).late, [60])
    assert.deepStrictEqual(story.see(at(90, 9, { arrives: 50 })).late, [50])
  })
  const figures: Readonly<Record<string, Draft["conditions"]>> = {
    fix: fast,
    place: inside,
    value: { type: "threshold", metric: "a", op: ">", value: 1 },
    window: nothingHeard,
    values: { any: [nothingHeard, { ...nothingHeard, metric: "n" }] }
  }
  it.each<[string, string, Observation, boolean]>([
    ["a fix", "fix", at(30, 9), true],
    ["a fix", "place", at(30, 9), true],
    ["a fix", "value", at(30, 9), false],
    ["a fix", "window", at(30, 9), false],
    ["a network location", "place", at(30, 9, { recordType: "network" }), false],
    ["a value", "value", measured(30, "a", 1), true],
    ["a value", "window", measured(30, "m", 1), true],
    ["a value", "values", measured(30, "m", 1), true],
    ["another value", "value", measured(30, "b", 1), false],
    ["another value", "window", measured(30, "a", 1), false],
    ["a value", "fix", measured(30, "a", 1), false],
    ["a state", "value", becomes(30, "a", 1), false],
    ["a state", "fix", becomes(30, "a", 1), false]
  ])("%s, for a tick that read a %s: %o", (_, what, seen, is) => {
    const story = led({ tick: { ...every(60), conditions: figures[what]! } })
    story.see(at(1, 9))
    story.tick(60)
    assert.deepStrictEqual(story.see(seen).late, is ? [30] : [])
  })
  it("the first record of a subject, whatever it says: no tick before knew the subject", () => {
    const story = led({ tick: { ...every(60), conditions: figures["value"]! } })
    story.tick(60)
    assert.deepStrictEqual(story.see(measured(30, "other", 1)).late, [30])
    story.tick(120)
    assert.deepStrictEqual(story.see(measured(100, "other", 1)).late, [])
  })
  it("up to the tick itself, which a record of its instant should have told", () => {
    const late = (second: number) => {
      const story = led({ tick: { ...every(60), conditions: figures["value"]! } })
      story.see(at(1, 9))
      story.tick(90)
      return story.see(measured(second, "a", 1)).late
    }
    assert.deepStrictEqual([59, 60, 61, 90].map(late), [[59], [60], [], []])
  })
  it("up to a deadline that was judged, for the rule that judged it and reads such records", () => {
    const states = [stored("in", { lastFiredAt: S(40), judgedTo: S(40) })],
      known = { edition: 1, scopeKey: scopeKeyOf(alma) }
    const late = (seen: Observation) =>
      led({ in: { conditions: enter, for_seconds: 30 } }, { ...within, ...known, states }).see(seen).late
    assert.deepStrictEqual([at(30, 0.5), at(40, 0.5), at(41, 0.5), measured(30, "a", 1)].map(late), [
      [30],
      [40],
      [],
      []
    ])
  })
  it("up to what other editions judged, whatever it says", () => {
    const late = (second: number) =>
      led({ fast: { conditions: fast } }, { watermark: S(20), ticksAfter: S(100) }).see(
        measured(second, "a", 1)
      ).late
    assert.deepStrictEqual([30, 100, 101].map(late), [[30], [100], []])
  })
})

describe('"a fired timer moves the watermark of its rule and subject to the deadline"', () => {
  const stay = { in: { conditions: enter, for_seconds: 30 } }

  it("what is not newer is not judged by the rule, and by every other", () => {
    const states = [stored("in", { lastFiredAt: S(40), judgedTo: S(40) })]
    const seen = (second: number) =>
      led(
        { ...stay, fast: { conditions: fast } },
        { ...within, placements: new Map([["", { version: 1, inside: [] }]]), states }
      ).see(at(second, -0.5, { speedMps: 20 }))
    const judged = (second: number) => [
      seen(second).fired,
      seen(second).changes.transitions.map((t) => t.rule.id)
    ]
    assert.deepStrictEqual([30, 40].map(judged), [
      [["30 rise fast"], ["fast"]],
      [["40 rise fast"], ["fast"]]
    ])
    assert.deepStrictEqual(judged(41), [["41 rise fast"], ["in", "fast"]])
  })
  it("a moment that its past was judged beyond, by pieces, is late there, whatever is found at it", () => {
    const late = (judgedTo: number, seen: Observation) => {
      const story = led(stay, within)
      story.subjectActor.replayedTo = judgedTo
      return story.see(seen).late
    }
    const ofNoRule = measured(60, "other", 1)
    assert.deepStrictEqual(
      [59, 60, 61].map((s) => late(S(s), ofNoRule)),
      [[], [60], [60]]
    )
    const ticking = led(
      { tick: { trigger: { kind: "schedule", every_seconds: 60 }, conditions: fast } },
      within
    )
    ticking.subjectActor.replayedTo = S(60)
    assert.deepStrictEqual(ticking.tick(180).late, [60])
  })
  it("nor is it by a version that began after that deadline", () => {
    const seen = (second: number) =>
      led(stay, {
        ...within,
        placements: new Map([["", { version: 1, inside: [] }]]),
        judged: new Map([["in", S(40)]])
      }).see(at(second, -0.5))
    assert.deepStrictEqual(
      [seen(40).late, seen(40).changes.transitions, seen(41).late, seen(41).changes.transitions.length],
      [[40], [], [], 1]
    )
  })
  it("a deadline that was left is judged all the same", () => {
    assert.deepStrictEqual(
      led(stay, { ...within, states: [stored("in", { judgedTo: S(50) }, [[10, 10, false]])] }).timer("in", 60)
        .fired,
      ["40 enter in"]
    )
  })
  it("all that are due are, the earliest first; who has none is left alone", () => {
    const story = led({ ...stay, other: { conditions: enter, for_seconds: 30 } })
    assert.deepStrictEqual(story.timer("in", 60).fired, [])
    story.see(at(0, 9), at(10, -0.5), at(20, 0.5))
    assert.deepStrictEqual(story.timer("gone", 60).fired, [])
    assert.deepStrictEqual(story.timer("in", 60).fired, ["40 enter in", "50 enter in"])
    assert.deepStrictEqual(story.see(at(70, 0.5)).fired, ["40 enter other", "50 enter other"])
  })
  it("of two holds the timer of the first judges no deadline of the second, and wakes again for that", () => {
    const story = led(stay)
    story.see(at(0, 9), at(10, -0.5), at(20, 0.5))
    assert.deepStrictEqual([story.timer("in", 39).fired, story.wakes], [[], [40]])
    assert.deepStrictEqual([story.timer("in", 40).fired, story.wakes], [["40 enter in"], [50]])
    assert.deepStrictEqual([story.timer("in", 50).fired, story.wakes], [["50 enter in"], []])
  })
  it("a hold that is known sooner to end sooner wakes earlier, and not when it is over", () => {
    const story = led(stay)
    story.see(at(0, 9))
    story.see(at(10, -0.5, { arrives: 100 }))
    story.see(at(20, 0.5, { arrives: 30 }))
    assert.deepStrictEqual(story.wakes, [60])
    // out of B and in again
    story.see(at(21, -0.5, { arrives: 90 }), at(22, 0.5, { arrives: 130 }))
    assert.deepStrictEqual(story.wakes, [130])
  })
  it("none newer than it is told", () => {
    const due = (upTo: number) =>
      led(stay, { ...within, states: [stored("in", {}, [[10, 10, false]])] }).timer("in", 60, upTo).fired
    assert.deepStrictEqual([due(39), due(40)], [[], ["40 enter in"]])
  })
  it.each<[string, ReadonlyArray<readonly [number, number | null, boolean]>]>([
    [
      "is unknown since its deadline",
      [
        [10, 100, false],
        [20, 20, true]
      ]
    ],
    [
      "has none of its own",
      [
        [10, 100, false],
        [20, null, false]
      ]
    ]
  ])("a hold that %s hurries no other: what began it is still under way", (_, holds) => {
    assert.deepStrictEqual(
      led(stay, { ...within, states: [stored("in", {}, holds)] }).timer("in", 60).fired,
      []
    )
  })
  it("nor does a level that is unknown since", () => {
    const story = led(
      { in: { conditions: { any: [enter, inside] }, for_seconds: 30 } },
      {
        ...within,
        states: [stored("in", { since: S(20), arrivedAt: S(20), overdue: true }, [[10, 100, false]])]
      }
    )
    assert.deepStrictEqual(story.timer("in", 60).fired, [])
  })
  it("one that cannot be evaluated is left, fails once, and sets no timer", () => {
    const broken = () => {
      throw new Error("broken")
    }
    const story = led(
      { in: { conditions: inside, for_seconds: 30 } },
      { ...within, states: [stored("in", { since: S(10), arrivedAt: S(10) })] },
      {},
      (r) => ({ level: { ...r.level!, truth: broken } })
    )
    const { changes } = story.timer("in", 60)
    assert.deepStrictEqual(
      [
        changes.failures.map((f) => [f.rule.id, f.at, f.detail]),
        changes.transitions,
        story.wakes,
        story.state("in")?.since
      ],
      [[["in", S(40), "broken"]], [], [40], S(10)]
    )
    assert.deepStrictEqual([...story.ruleSet.failing], [["in", cow.id]])
  })
})

describe("what is written down", () => {
  it("each transition with the newest event it made, and none where it made none", () => {
    const story = led({ in: { conditions: enter } })
    story.see(at(0, 9))
    const { changes } = story.see(at(10, 0.5))
    assert.deepStrictEqual(
      changes.events.map((e) => e.feature?.id),
      [A.id, B.id]
    )
    assert.deepStrictEqual(
      changes.transitions.map((t) => t.eventId),
      [changes.events[1]!.id]
    )
    const held = led({ in: { conditions: enter, for_seconds: 30 } })
    assert.deepStrictEqual(
      held.see(at(0, 9), at(10, 0.5)).changes.transitions.map((t) => t.eventId),
      [null]
    )
  })
  it("the end of an episode, where there is one", () => {
    const fall = (episode: string | null) =>
      led(
        { fast: { conditions: fast } },
        {
          watermark: S(0),
          states: [stored("fast", { active: true, since: S(0), lastFiredAt: S(0) }, [], episode)]
        }
      ).see(at(10, 9, { speedMps: 1 })).changes.ended
    assert.deepStrictEqual([fall(null), fall("e").map((e) => [e.eventId, e.at])], [[], [["e", S(10)]]])
  })
  it('"cleared when the subject that failed is evaluated without error": that one, also where it stays in its place', () => {
    for (const [failed, cleared] of [
      [cow.id, ["in"]],
      ["another", []]
    ] as const) {
      const story = led({ in: { conditions: enter } }, within, { in: failed })
      const { changes } = story.see(at(30, 0.5))
      assert.deepStrictEqual(
        [[...changes.cleared], story.ruleSet.failing.size],
        [cleared, 1 - cleared.length]
      )
    }
  })
})
