// A stretch of a past judged again, asked directly: what it begins with, in which strides it goes, what it
// leaves, and where one version of a rule ends and the next begins.
import { assert, describe, it } from "@effect/vitest"
import { blank, type RuleState } from "../../../src/domain/rule/RuleState.ts"
import { scopeKeyOf, type Who } from "../../../src/domain/rule/scope.ts"
import { type RuleSet, makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import type { BatchResult } from "../../../src/engine/evaluate/BatchResult.ts"
import { type FeatureRow, noMemory, type RuleRow } from "../../../src/engine/ports.ts"
import type { RuleSetPeriod, ReplayInput } from "../../../src/engine/past/ReplayInput.ts"
import { replay, replayInSteps } from "../../../src/engine/past/replay.ts"
import { carryJudged } from "../../../src/engine/past/Timeline.ts"
import { byTick, enter, exit, fast, inside, rule, speed } from "../../support/engine/storyRules.ts"
import { area, at, cow, measured, PROJECT, RULE, START } from "../../support/engine/timeline.ts"

const S = (seconds: number) => START + seconds * 1000
const who: Who = {
  entity: { id: cow.id, name: "Alma", typeId: "t", groupIds: [] },
  device: { id: cow.deviceId, name: "Collar" }
}
const HERD = "01900000-0000-7000-8000-0000000000b1"
const inHerd: Who = { ...who, entity: { ...who.entity!, groupIds: [HERD] } }
const ruleSetOf = (version: number, rules: ReadonlyArray<RuleRow>, ...features: ReadonlyArray<FeatureRow>) =>
  makeRuleSet(PROJECT, { version, features, rules })
/** An edition that judges from a second of the story on. */
const from = (after: number, ruleSet: RuleSet, more: Partial<RuleSetPeriod> = {}): RuleSetPeriod => ({
  ruleSet,
  recordsAfter: S(after),
  ticksAfter: S(after),
  ...more
})
const always = (ruleSet: RuleSet): RuleSetPeriod => ({
  ruleSet,
  recordsAfter: -Infinity,
  ticksAfter: -Infinity
})

const past = (more: Partial<ReplayInput>): ReplayInput => {
  let ids = 0
  return {
    subject: cow,
    who,
    memory: noMemory,
    arrivals: null,
    periods: [],
    records: [],
    ticksFrom: START - 1,
    ticksTo: START - 1,
    now: S(1_000_000),
    timersTo: -Infinity,
    nextId: () => `id-${++ids}`,
    ...more
  }
}
/** What fired: second, kind, version of the rule. */
const fired = ({ events }: BatchResult) =>
  events.map((e) => `${(e.at - START) / 1000} ${e.kind} v${e.rule.version}`)
const told = (more: Partial<ReplayInput>) => fired(replay(past(more)).changes)
const held: RuleState = { ...blank, active: true, since: S(-50), lastFiredAt: S(-50) }

describe("what it begins with", () => {
  const ruleSet = ruleSetOf(1, [rule({ conditions: fast })])

  it("no edition on record: nobody judges", () => {
    const { subjectActor, changes } = replay(past({ records: [speed(10, true)] }))
    assert.deepStrictEqual([fired(changes), subjectActor.watermark, subjectActor.actors], [[], S(10), null])
  })
  it("its records in any order", () => {
    assert.deepStrictEqual(
      told({ periods: [always(ruleSet)], records: [speed(30, true), speed(20, false), speed(10, true)] }),
      ["10 rise v1", "30 rise v1"]
    )
  })
  it("the episodes that were open, and no others", () => {
    const state = { ruleId: RULE, blankFrom: 1, state: held }
    const open = (...states: ReadonlyArray<ReplayInput["memory"]["states"][number]>) =>
      replay(past({ periods: [always(ruleSet)], memory: { ...noMemory, states } })).open
    assert.deepStrictEqual(
      [open(), open({ ...state, episode: null }), open({ ...state, episode: "e" })],
      [[], [], ["e"]]
    )
  })
  it("receipts, each moment once, where a schedule asks", () => {
    const receipts = (known: ReplayInput["arrivals"]) =>
      replay(
        past({ periods: [always(ruleSetOf(1, [rule({ ...byTick, conditions: fast })]))], arrivals: known })
      ).subjectActor.arrivals
    assert.deepStrictEqual([receipts(null), receipts([S(1), S(1), S(2)])], [null, [S(1), S(2)]])
  })
  it("the edition and the scopes that are in force: the live engine that goes on with it begins no other period", () => {
    const next = ruleSetOf(2, [rule({ conditions: fast })]),
      { subjectActor } = replay(
        past({ periods: [always(ruleSet), from(10, next)], records: [speed(20, true)] })
      )
    assert.isNull(subjectActor.apply(next, 1, S(30))?.period ?? null)
    const before = { ...who, entity: { ...who.entity!, groupIds: ["herd"] } }
    const left = replay(
      past({ periods: [{ ...always(ruleSet), who: before }], records: [speed(20, true)] })
    ).subjectActor
    assert.strictEqual(left.apply(ruleSet, 1, S(30))?.period?.scopeKey, scopeKeyOf(who))
  })
  it("what a version before the stretch remembered is dropped: its episode ends with the edition that dropped it", () => {
    const next = ruleSetOf(2, [rule({ conditions: fast }, { version: 2, blankFrom: 2 })]),
      later = ruleSetOf(3, [rule({ conditions: fast }, { version: 2, blankFrom: 2 })])
    const { changes, open } = replay(
      past({
        periods: [
          always(ruleSet),
          from(100, next, { beganAt: S(105) }),
          from(100, later, { beganAt: S(107) })
        ],
        ticksFrom: S(100),
        ticksTo: S(100),
        records: [speed(110, false)],
        memory: { ...noMemory, states: [{ ruleId: RULE, blankFrom: 1, state: held, episode: "e" }] }
      })
    )
    assert.deepStrictEqual([changes.transitions, changes.events, open], [[], [], ["e"]])
    // whatever end is on record stays
    assert.deepStrictEqual(changes.ended, [
      { eventId: "e", at: S(105), after: -Infinity, projectId: PROJECT, subject: cow }
    ])
  })
  it("what a version before the stretch remembered is forgotten on record where it ended, with or without an episode: its rule may come back as it was", () => {
    const herded = rule({ conditions: fast, scope: { group_ids: [HERD] } })
    const periods = [{ ...always(ruleSetOf(1, [herded])), who: inHerd }, from(100, ruleSetOf(2, [herded]))]
    for (const episode of ["e", null]) {
      const { changes } = replay(
        past({
          periods,
          ticksFrom: S(105),
          ticksTo: S(105),
          records: [speed(110, true)],
          memory: {
            ...noMemory,
            states: [{ ruleId: RULE, blankFrom: 1, state: held, episode }],
            decided: new Map([[RULE, { version: 1, at: S(-50) }]])
          }
        })
      )
      assert.deepStrictEqual(changes.transitions, [
        {
          rule: { id: RULE, projectId: PROJECT, version: 1, blankFrom: 1 },
          subjectId: cow.id,
          at: S(100),
          state: blank,
          eventId: null,
          episode: null
        }
      ])
    }
  })
  it("and of a schedule that was dropped before the periods begin, behind its newest tick: that one stays judged", () => {
    const { changes } = replay(
      past({
        periods: [from(100, ruleSetOf(2, []), { ticksAfter: S(130) })],
        ticksFrom: S(150),
        ticksTo: S(150),
        records: [speed(160, true)],
        memory: {
          ...noMemory,
          states: [{ ruleId: RULE, blankFrom: 1, state: held, episode: null }],
          decided: new Map([[RULE, { version: 1, at: S(-50) }]])
        }
      })
    )
    assert.deepStrictEqual(
      changes.transitions.map(({ at, state }) => [at, state]),
      [[S(130), blank]]
    )
  })
  it("the version that judged its first tick, though its first record came later", () => {
    const warm = rule({ ...byTick, conditions: fast, cooldown_seconds: 1 }),
      next = ruleSetOf(2, [{ ...warm, version: 2 }])
    const memory = {
      ...noMemory,
      watermark: S(-10),
      fix: { at: S(-10), recordId: 1, lon: 90, lat: 0, altitudeM: null, speedMps: 20 }
    }
    assert.deepStrictEqual(
      told({
        periods: [always(ruleSetOf(1, [warm])), from(90, next)],
        memory,
        ticksTo: S(150),
        records: [speed(130, true)]
      }),
      ["0 rise v1", "60 reminder v1", "120 reminder v2"]
    )
  })
})

describe("events are marked late where what was found out is", () => {
  it.each([
    [undefined, false],
    [false, false],
    [true, true]
  ])("%s: %s", (late, is) => {
    const { changes } = replay(
      past({
        periods: [always(ruleSetOf(1, [rule({ conditions: fast })]))],
        records: [speed(10, true)],
        ...(late === undefined ? {} : { late })
      })
    )
    assert.deepStrictEqual(
      changes.events.map((e) => e.late),
      [is]
    )
  })
})

describe("its strides", () => {
  const pauses = (more: Partial<ReplayInput>) => {
    const steps = replayInSteps(past(more))
    let pauses = 0
    while (steps.next().done !== true) pauses++
    return pauses
  }

  it("other things have their turn after 512 instants", () => {
    const records = Array.from({ length: 1030 }, (_, i) => speed(i, false)),
      periods = [always(ruleSetOf(1, [rule({ conditions: fast })]))]
    assert.deepStrictEqual(
      [511, 512, 1030].map((n) => pauses({ periods, records: records.slice(0, n) })),
      [0, 1, 2]
    )
  })
  it("and after 512 ticks", () => {
    const periods = [always(ruleSetOf(1, [rule({ ...byTick, conditions: fast })]))],
      memory = { ...noMemory, watermark: S(-10) }
    assert.deepStrictEqual(
      [0, 1, 513, 1026].map((ticks) => pauses({ periods, memory, ticksFrom: START, ticksTo: S(60 * ticks) })),
      [0, 1, 1, 2]
    )
  })
  it("none of many ticks is skipped, whatever the intervals: only a live engine that rested leaves out the oldest", () => {
    const always60 = {
      type: "window",
      metric: "m",
      aggregate: "count",
      seconds: 60,
      op: "==",
      value: 0
    } as const
    const rules = [
      rule({ trigger: { kind: "schedule", every_seconds: 10 }, conditions: always60, cooldown_seconds: 1 }),
      rule(
        { trigger: { kind: "schedule", every_seconds: 3600 }, conditions: fast },
        { id: `${RULE.slice(0, -1)}c` }
      )
    ]
    const { changes } = replay(
      past({
        periods: [always(ruleSetOf(1, rules))],
        memory: { ...noMemory, watermark: S(-10) },
        ticksFrom: START,
        ticksTo: S(55_000)
      })
    )
    assert.deepStrictEqual(
      [changes.events.length, changes.events[0]!.at, changes.events.at(-1)!.at],
      [5500, S(10), S(55_000)]
    )
  })
})

describe('what it ends with: "a fired timer moves the watermark of its rule and subject to the deadline"', () => {
  const stay = [always(ruleSetOf(1, [rule({ conditions: enter, for_seconds: 30 })], area("A", 0)))],
    records = [at(0, 5), at(10, 0)]

  it("deadlines up to the one that the live engine judged are judged, and no later one", () => {
    const upTo = (seconds: number) =>
      told({ periods: stay, records, deadlinesTo: (id) => (id === RULE ? S(seconds) : -Infinity) })
    assert.deepStrictEqual([39, 40, 41].map(upTo), [[], ["40 enter v1"], ["40 enter v1"]])
    assert.deepStrictEqual(told({ periods: stay, records }), [])
  })
  it("and those whose timer would have gone off by then; if it is not said, by now", () => {
    assert.deepStrictEqual(
      [39, 40].map((s) => told({ periods: stay, records, timersTo: S(s) })),
      [[], ["40 enter v1"]]
    )
    const { timersTo: _, ...open } = past({ periods: stay, records, now: S(40) })
    assert.deepStrictEqual(fired(replay(open).changes), ["40 enter v1"])
  })
  it("a hold that a tick began waits until the ticks before its deadline are judged", () => {
    const periods = [
      always(
        ruleSetOf(
          1,
          [rule({ trigger: { kind: "schedule", every_seconds: 10 }, conditions: inside, for_seconds: 20 })],
          area("A", 0)
        )
      )
    ]
    const upTo = (seconds: number) =>
      told({ periods, records: [at(5, 0)], ticksFrom: START, ticksTo: S(seconds), timersTo: S(1000) })
    assert.deepStrictEqual([upTo(20), upTo(25), upTo(30)], [[], [], ["30 rise v1"]])
    const odd = [
      always(
        ruleSetOf(
          1,
          [rule({ trigger: { kind: "schedule", every_seconds: 10 }, conditions: inside, for_seconds: 25 })],
          area("A", 0)
        )
      )
    ]
    assert.deepStrictEqual(
      [20, 30].map((to) =>
        told({ periods: odd, records: [at(5, 0)], ticksFrom: START, ticksTo: S(to), timersTo: S(1000) })
      ),
      [[], ["35 rise v1"]]
    )
  })
})

describe("where one version ends and the next begins", () => {
  const A = area("A", 0),
    stay = rule({ conditions: enter, for_seconds: 30 }),
    renamed = { ...stay, version: 2 }
  const records = (...list: ReadonlyArray<readonly [second: number, lon: number]>) =>
    list.map(([s, lon]) => at(s, lon))

  it("a deadline at the beginning itself had not been judged: it is the next version's", () => {
    const periods = [always(ruleSetOf(1, [stay], A)), from(40, ruleSetOf(2, [renamed], A))]
    // the watermark is of a network location, which the rule does not see
    assert.deepStrictEqual(
      told({
        periods,
        records: [...records([0, 5], [10, 0], [50, 0]), at(40, 0, { recordType: "network" })]
      }),
      ["40 enter v2"]
    )
  })
  it("one that a timer had judged by then was its own", () => {
    const periods = [
      always(ruleSetOf(1, [stay], A)),
      from(40, ruleSetOf(2, [renamed], A), { judged: new Map([[RULE, S(40)]]) })
    ]
    assert.deepStrictEqual(
      told({
        periods,
        records: [...records([0, 5], [10, 0], [50, 0]), at(40, 0, { recordType: "network" })]
      }),
      ["40 enter v1"]
    )
  })
  it("of two that begin at one moment the first judged what was judged before the second", () => {
    const judged = new Map([[RULE, S(40)]]),
      again = { ...renamed, version: 3 }
    const periods = [
      always(ruleSetOf(1, [stay], A)),
      from(40, ruleSetOf(2, [renamed], A)),
      from(40, ruleSetOf(3, [again], A), { judged })
    ]
    assert.deepStrictEqual(told({ periods, records: records([0, 5], [10, 0], [50, 0]) }), ["40 enter v2"])
  })
  it("before the first beginning nobody judges", () => {
    assert.deepStrictEqual(
      told({
        periods: [from(100, ruleSetOf(1, [rule({ conditions: fast })]))],
        records: [speed(10, true), speed(20, false), speed(110, true)]
      }),
      ["110 rise v1"]
    )
  })
  it("what a version dropped ends when that began on the clock", () => {
    const periods = [
      always(ruleSetOf(1, [rule({ conditions: fast })])),
      from(50, ruleSetOf(2, [rule({ conditions: fast }, { version: 2, blankFrom: 2 })]), { beganAt: S(77) })
    ]
    const { changes } = replay(past({ periods, records: [speed(10, true), speed(60, true)] }))
    assert.deepStrictEqual(
      [fired(changes), changes.ended.map((e) => [e.at, e.after])],
      [["10 rise v1", "60 rise v2"], [[S(77), S(50)]]]
    )
  })
  it("one that begins earlier than the one before it rules from there on: that one never judged, and what it dropped is dropped", () => {
    const on = ruleSetOf(1, [rule({ conditions: fast })]),
      again = ruleSetOf(3, [rule({ conditions: fast })])
    // the newest record, of 50, was found invalid in between
    const periods = [always(on), from(50, ruleSetOf(2, [])), from(30, again)]
    assert.deepStrictEqual(told({ periods, records: [speed(10, true), speed(40, true), speed(60, true)] }), [
      "10 rise v1",
      "40 rise v1"
    ])
  })
  it("a schedule that becomes a rule of positions judges ticks up to its newest tick, and the new one records after its beginning", () => {
    const periods = [
      always(ruleSetOf(1, [rule({ ...byTick, conditions: fast })])),
      { ...from(50, ruleSetOf(2, [rule({ conditions: fast }, { version: 2 })])), ticksAfter: S(50) - 1 }
    ]
    const { judgesOf } = replay(past({ periods, records: [speed(50, false)] }))
    const by = (version: number) =>
      [S(50) - 1, S(50), S(51)].map((at) => judgesOf(RULE, at, version).map((edition) => edition.version))
    assert.deepStrictEqual(by(1), [[1], [], []])
    assert.deepStrictEqual(by(2), [[2], [2], [2]])
  })
  describe("the newest record was judged by the one before, the tick at its moment was not", () => {
    const A = area("A", 0),
      asked = { ...byTick, conditions: inside } as const
    /** from the record at 60 on, with its tick */
    const then = (ruleSet: RuleSet) => ({ ...from(60, ruleSet), ticksAfter: S(60) - 1 })
    const judged = (periods: ReadonlyArray<RuleSetPeriod>, records: ReplayInput["records"]) =>
      replay(past({ periods, records, arrivals: records.map((r) => r.at), ticksTo: S(90) })).changes

    it("a deadline that had passed when a schedule shortened its hold is told by the fix it begins after", () => {
      const long = rule({ ...asked, for_seconds: 600 }),
        short = rule({ ...asked, for_seconds: 30 }, { version: 2 })
      const { events } = judged(
        [always(ruleSetOf(1, [long], A)), then(ruleSetOf(2, [short], A))],
        [at(0, 0), at(60, 0.5)]
      )
      assert.deepStrictEqual(
        events.map((e) => [e.at, e.rule.version, e.fix?.at]),
        [[S(30), 2, S(60)]]
      )
    })
    it("nobody looks for a schedule at the record before the beginning, and its first tick finds the features of its edition", () => {
      const outside = rule({ ...byTick, conditions: { not: inside } }, { version: 2, blankFrom: 2 })
      const { events, moves } = judged(
        [always(ruleSetOf(1, [], area("A", 9))), then(ruleSetOf(2, [outside], A))],
        [at(0, 0), at(60, 9)]
      )
      assert.deepStrictEqual([events.map((e) => [e.at, e.kind]), moves], [[[S(60), "rise"]], []])
    })
    it("a schedule that came and was edited before anything else was judged ends the rule it replaced after that record", () => {
      const next = rule({ ...byTick, conditions: { not: fast } }, { version: 2, blankFrom: 2 })
      const periods = [
        always(ruleSetOf(1, [rule({ conditions: fast })])),
        then(ruleSetOf(2, [next])),
        then(ruleSetOf(3, [next], A))
      ]
      const changes = judged(periods, [speed(60, true)])
      assert.deepStrictEqual([fired(changes), changes.ended.map((e) => e.after)], [["60 rise v1"], [S(60)]])
    })
  })
  it("several rules are asked in the order of their ids, as a live engine asks them", () => {
    const ids = ["b", "a", "c"].map((c) => RULE.slice(0, -1) + c),
      rules = ids.map((id) => rule({ conditions: fast }, { id }))
    const { changes } = replay(past({ periods: [always(ruleSetOf(1, rules))], records: [speed(10, true)] }))
    assert.deepStrictEqual(
      changes.events.map((e) => e.rule.id),
      [...ids].sort()
    )
  })
  it("one before it had, also where the record it begins after is found invalid since", () => {
    const periods = [always(ruleSetOf(1, [stay], A)), from(45, ruleSetOf(2, [renamed], A))]
    assert.deepStrictEqual(told({ periods, records: records([0, 5], [10, 0], [50, 0]) }), ["40 enter v1"])
  })
  it("one that a timer judged had, and a later one of another crossing had not", () => {
    const wide = { ...area("B", 1), id: `${A.id.slice(0, -2)}ff` }
    const periods = [
      always(ruleSetOf(1, [stay], A, wide)),
      from(20, ruleSetOf(2, [renamed], A, wide), { judged: new Map([[RULE, S(40)]]) })
    ]
    // into A at 10, into B as well at 20
    assert.deepStrictEqual(told({ periods, records: records([0, 9], [10, -0.5], [20, 0.5], [70, 0.5]) }), [
      "40 enter v1",
      "50 enter v2"
    ])
  })
  it("an event says with which edition its version judged, also where a newer one places the subject already", () => {
    const periods = [
      always(ruleSetOf(1, [stay], A)),
      from(10, ruleSetOf(2, [renamed], A), { judged: new Map([[RULE, S(40)]]) })
    ]
    const { changes } = replay(past({ periods, records: records([0, 5], [10, 0], [60, 0]) }))
    assert.deepStrictEqual(
      changes.events.map((e) => [e.at, e.rule.version, e.ruleSetVersion]),
      [[S(40), 1, 1]]
    )
  })
  it("a fence that was redrawn meanwhile is not crossed by the version that still judges, and one that is gone was not left", () => {
    const far = area("B", 50),
      moved = { ...area("B", 3), revision: 2, changedAt: 2 }
    const judged = new Map([[RULE, S(40)]])
    const enters = [
      always(ruleSetOf(1, [stay], A, far)),
      from(10, ruleSetOf(2, [renamed], A, moved), { judged })
    ]
    assert.deepStrictEqual(
      told({
        periods: enters,
        records: records([0, 9], [10, 0], [20, 3], [90, 3]),
        deadlinesTo: () => S(80)
      }),
      []
    )
    const leave = rule({ conditions: exit, for_seconds: 30 }),
      leaves = (...then: ReadonlyArray<FeatureRow>) => [
        always(ruleSetOf(1, [leave], A, area("B", 3))),
        from(10, ruleSetOf(2, [{ ...leave, version: 2 }], ...then), { judged })
      ]
    // it left A at 10 for B
    const left = (...then: ReadonlyArray<FeatureRow>) =>
      told({
        periods: leaves(...then),
        records: records([0, 0], [10, 3], [20, 9]),
        deadlinesTo: () => S(80)
      })
    assert.deepStrictEqual(left(A, area("B", 3)), ["40 exit v1", "50 exit v2"])
    assert.deepStrictEqual(left(A), ["40 exit v1"])
  })
  it("ticks of the version that still judges find who has not moved where its features were, not where they are redrawn", () => {
    const outside = rule({ ...byTick, conditions: { not: inside } }, { blankFrom: 2 })
    const edition = (version: number, lon: number) =>
      ruleSetOf(version, [outside], { ...area("A", lon), revision: version, changedAt: version })
    const periods = [
      always(ruleSetOf(1, [])),
      { ...from(0, edition(2, 0)), ticksAfter: S(0) - 1 },
      { ...from(0, edition(3, 9)), ticksAfter: S(90) }
    ]
    const records = [at(0, 0)]
    assert.deepStrictEqual(told({ periods, records, arrivals: [S(0)], ticksTo: S(120) }), ["120 rise v1"])
  })
  it("a hold that had begun at a fence goes on through its redrawing", () => {
    const periods = [
      always(ruleSetOf(1, [stay], A)),
      from(10, ruleSetOf(2, [renamed], { ...area("A", 0.2), revision: 2, changedAt: 2 }), {
        judged: new Map([[RULE, S(40)]])
      })
    ]
    assert.deepStrictEqual(told({ periods, records: records([0, 5], [10, 0], [20, 0.5], [60, 0]) }), [
      "40 enter v1"
    ])
  })
  it("and ends where the version that began it does, though newer features have placed the subject by then", () => {
    const periods = [
      always(ruleSetOf(1, [stay], A)),
      from(10, ruleSetOf(2, [renamed], { ...area("A", 0.2), revision: 2, changedAt: 2 }), {
        judged: new Map([[RULE, S(20)]])
      })
    ]
    const { changes } = replay(past({ periods, records: records([0, 5], [10, 0], [15, 0], [60, 0]) }))
    assert.deepStrictEqual(fired(changes), [])
    assert.deepStrictEqual(
      changes.transitions.map((t) => [t.at, t.rule.version, t.state.holds.length]),
      [
        [S(10), 1, 1],
        [S(20), 2, 0]
      ]
    )
  })
  it("also where a version between, which draws it as before, begins and ends at that moment", () => {
    const judged = new Map([[RULE, S(20)]])
    const periods = [
      always(ruleSetOf(1, [stay], A)),
      from(10, ruleSetOf(2, [renamed], A), { judged }),
      from(10, ruleSetOf(3, [renamed], { ...area("A", 0.2), revision: 2, changedAt: 3 }), { judged })
    ]
    assert.deepStrictEqual(told({ periods, records: records([0, 5], [10, 0], [15, 0], [60, 0]) }), [])
  })
})

describe('"a fired timer moves the watermark": what had been judged when a period began had been so when any later one did', () => {
  it("up to the beginning that is newer", () => {
    const judged = (seconds: number) => new Map([[RULE, S(seconds)]])
    const periods = [
      { recordsAfter: S(10), judged: judged(40) },
      { recordsAfter: S(20) },
      { recordsAfter: S(40), judged: judged(30) },
      { recordsAfter: S(41) },
      { recordsAfter: S(50), judged: judged(60) }
    ]
    assert.deepStrictEqual(
      carryJudged(periods).map((c) => c.judged),
      [judged(40), judged(40), judged(40), new Map(), judged(60)]
    )
    const plain = { recordsAfter: S(10) }
    assert.strictEqual(carryJudged([plain])[0], plain)
  })
})

describe("who may have judged", () => {
  const first = ruleSetOf(1, [rule({ conditions: fast })]),
    second = ruleSetOf(2, [{ ...rule({ conditions: fast }), version: 2 }]),
    none = ruleSetOf(3, [])
  const { judgesOf } = replay(
    past({ periods: [from(0, first), from(50, second), from(100, none)], records: [measured(10, "m", 1)] })
  )
  it.each<[number, number, ReadonlyArray<RuleSet>]>([
    [0, 9, []],
    [0, 1, [first]],
    [1, 1, [first]],
    [50, 1, [first]],
    [51, 1, []],
    [51, 2, [second]],
    [100, 2, [second]],
    [101, 2, []],
    [20, 2, [second]],
    [20, 3, []]
  ])("at %d, of version %d", (second, version, expected) => {
    assert.deepStrictEqual(judgesOf(RULE, S(second), version), expected)
  })
  it("nobody, of a rule that is not there", () => {
    assert.deepStrictEqual(judgesOf("another", S(1), 1), [])
  })
  it("the edition that begins with the moment of a deadline, too: it judges what its areas say", () => {
    const drawnAnew = ruleSetOf(2, [rule({ conditions: fast })])
    const both = replay(
      past({ periods: [from(0, first), from(50, drawnAnew)], records: [measured(10, "m", 1)] })
    )
    assert.deepStrictEqual(both.judgesOf(RULE, S(50), 1), [first, drawnAnew])
    assert.deepStrictEqual(both.judgesOf(RULE, S(51), 1), [drawnAnew])
  })
})
