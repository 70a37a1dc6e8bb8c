// The memory of one subject: what it keeps of records, what it knows at a moment, and what becomes of it when
// rules change.
import { assert, describe, it } from "@effect/vitest"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { blank, type RuleState } from "../../../src/domain/rule/RuleState.ts"
import { scopeKeyOf, type Who } from "../../../src/domain/rule/scope.ts"
import { type RuleSet, makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"
import { countUpTo } from "../../../src/engine/evaluate/arrivals.ts"
import { windowKey } from "../../../src/engine/evaluate/ActorFacts.ts"
import { isEmptyBatch } from "../../../src/engine/evaluate/BatchResult.ts"
import { Decisions } from "../../../src/engine/evaluate/Decisions.ts"
import { type Memory, noMemory, type RuleRow } from "../../../src/engine/ports.ts"
import {
  area,
  at,
  becomes,
  cow,
  document,
  type Draft,
  measured,
  PROJECT,
  START
} from "../../support/engine/timeline.ts"

const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const
const inside = { type: "spatial", relation: "inside" } as const
const window = (metric: string, seconds: number) =>
  ({ type: "window", metric, aggregate: "sum", seconds, op: ">", value: 0 }) as const
const schedule = { kind: "schedule", every_seconds: 60 } as const
const S = (seconds: number) => START + seconds * 1000

const who: Who = {
  entity: { id: cow.id, name: "Alma", typeId: "cow", groupIds: ["herd"] },
  device: { id: cow.deviceId, name: "Collar" }
}
const NOBODY = "0190b1d4-7d1c-7000-8000-000000000009"
const row = (id: string, draft: Partial<Draft> = {}, more: Partial<RuleRow> = {}): RuleRow => ({
  id,
  name: id,
  version: 1,
  blankFrom: 1,
  activeFrom: 0,
  document: document({ conditions: low, ...draft }),
  failedSubject: null,
  ...more
})
const ruleSetOf = (version: number, ...rules: ReadonlyArray<RuleRow>) =>
  makeRuleSet(PROJECT, { version, features: [area("A", 0), area("B", 10)], rules })
const subjectActorOf = (memory: Partial<Memory> = {}, ruleSet: RuleSet = ruleSetOf(1)) =>
  new SubjectActor(cow, who, { ...noMemory, ...memory }, (id) => ruleSet.byId.get(id))
const adopt = (subjectActor: SubjectActor, ruleSet: RuleSet, roster = 1) => {
  const decisions = new Decisions(S(1000)),
    applied = subjectActor.apply(ruleSet, roster, decisions.now)
  if (applied === null) return decisions.batch()
  decisions.adopt(subjectActor.subject, applied)
  return decisions.batch({ periods: applied.period === null ? [] : [applied.period] })
}
/** An actor that has adopted a rule set, fed with records. */
const fed = (ruleSet: RuleSet, ...records: ReadonlyArray<Observation>) => {
  const subjectActor = subjectActorOf({}, ruleSet)
  adopt(subjectActor, ruleSet)
  for (const seen of records) subjectActor.observe(seen, ruleSet)
  return subjectActor
}
const held: RuleState = { ...blank, active: true, since: S(5), lastFiredAt: S(5) }
const stored = (
  ruleId: string,
  state: RuleState = held,
  blankFrom = 1,
  episode: string | null = "episode"
) => ({ ruleId, blankFrom, state, episode })

describe("what it keeps of records", () => {
  const knows = (subjectActor: SubjectActor, seconds = 100) =>
    subjectActor.facts(S(seconds), null, subjectActor.placements)

  it("the newest value of each metric that a rule reads, and of no other", () => {
    const subjectActor = fed(
      ruleSetOf(1, row("r")),
      measured(1, "battery_voltage", 4),
      measured(2, "battery_voltage", 3),
      measured(3, "other", 1)
    )
    assert.deepInclude(knows(subjectActor).latest("battery_voltage"), { at: S(2), value: 3 })
    assert.isUndefined(knows(subjectActor).latest("other"))
    assert.isNull(fed(ruleSetOf(1), measured(1, "battery_voltage", 4)).latest)
  })

  it("the samples of each window that a rule reads", () => {
    const subjectActor = fed(
      ruleSetOf(1, row("r", { conditions: { all: [window("m", 10), window("m", 60), window("n", 60)] } })),
      measured(45, "m", 1),
      measured(95, "m", 2),
      measured(96, "n", 4),
      measured(97, "x", 8)
    )
    assert.deepStrictEqual(
      [
        ["m", 10],
        ["m", 60],
        ["n", 60],
        ["x", 60],
        ["m", 11]
      ].map(([metric, seconds]) => knows(subjectActor).window(metric as string, seconds as number).sum),
      [2, 3, 4, 0, 0]
    )
    assert.deepStrictEqual(knows(subjectActor).window("x", 60), {
      count: 0,
      sum: 0,
      min: NaN,
      max: NaN,
      newest: null,
      oldest: null
    })
    assert.isUndefined(knows(subjectActor).latest("m")) // a window is no latest value
  })

  it("the newest device fix, and the newest network location where a rule looks at them", () => {
    const gnss = at(1, 1, { speedMps: 3, altitudeM: 7 }),
      network = at(2, 2, { recordType: "network" })
    const { lat, lon, recordId } = gnss
    const both = fed(
        ruleSetOf(1, row("r", { trigger: { kind: "position", record_types: ["gnss", "network"] } })),
        gnss,
        network
      ),
      plain = fed(ruleSetOf(1, row("r")), gnss, network)
    assert.deepStrictEqual(knows(plain).fix("gnss"), {
      at: S(1),
      recordId,
      lon,
      lat,
      altitudeM: 7,
      speedMps: 3
    })
    assert.deepStrictEqual(
      (["gnss", "network", "both"] as const).map((recordTypes) => knows(plain).fix(recordTypes)?.lon),
      [1, undefined, 1]
    )
    assert.deepStrictEqual(
      (["gnss", "network", "both"] as const).map((recordTypes) => knows(both).fix(recordTypes)?.lon),
      [1, 2, 2]
    )
    const newer = fed(
      ruleSetOf(1, row("r", { trigger: { kind: "position", record_types: ["gnss", "network"] } })),
      network,
      at(3, 3)
    )
    assert.deepStrictEqual(
      (["gnss", "network", "both"] as const).map((recordTypes) => knows(newer).fix(recordTypes)?.lon),
      [3, 2, 3]
    )
    const alone = fed(
      ruleSetOf(1, row("r", { trigger: { kind: "position", record_types: ["network"] } })),
      network
    )
    assert.deepStrictEqual(
      (["gnss", "network", "both"] as const).map((recordTypes) => knows(alone).fix(recordTypes)?.lon),
      [undefined, 2, 2]
    )
    // of one instant the device is believed
    const tied = fed(
      ruleSetOf(1, row("r", { trigger: { kind: "position", record_types: ["gnss", "network"] } })),
      at(2, 1),
      network
    )
    assert.strictEqual(knows(tied).fix("both")?.lon, 1)
  })

  it("where it is, through each filter that a rule has; says whether it moved", () => {
    const ruleSet = ruleSetOf(
        1,
        row("r", { conditions: { all: [inside, { ...inside, confirm_samples: 2 }] } })
      ),
      subjectActor = fed(ruleSet)
    assert.deepStrictEqual([knows(subjectActor).now(""), knows(subjectActor).before("")], [null, null])
    assert.deepStrictEqual(
      [at(1, 0), at(2, 0.5), measured(3, "m", 1), becomes(3, "door", 1), at(4, 5)].map((o) =>
        subjectActor.observe(o, ruleSet)
      ),
      [true, false, false, false, true]
    )
    const facts = subjectActor.facts(S(5), null, new Map([["", { version: 1, inside: [] }]]))
    assert.deepStrictEqual(
      [
        facts.now("")?.inside,
        facts.now("confirm 2")?.inside,
        facts.before("")?.inside,
        facts.before("confirm 2"),
        facts.now("buffer 5")
      ],
      [[], [area("A", 0).id], [], null, null]
    )
    assert.isFalse(fed(ruleSetOf(1, row("r"))).observe(at(1, 0), ruleSetOf(1, row("r"))))
  })

  it("subjects that are looked at in one way, and are in one place, share what is kept of it", () => {
    const ruleSet = ruleSetOf(1, row("r", { conditions: inside }))
    const here = fed(ruleSet, at(1, 0)),
      there = fed(ruleSet, at(9, 0.3)),
      away = fed(ruleSet, at(1, 9.5)),
      buffered = fed(ruleSetOf(1, row("r", { conditions: { ...inside, exit_buffer_m: 5 } })), at(1, 0))
    assert.strictEqual(here.placements, there.placements)
    assert.notStrictEqual(here.placements, away.placements)
    assert.deepStrictEqual(
      [[...here.placements.keys()], [...buffered.placements.keys()]],
      [[""], ["buffer 5"]]
    )
    const two = ruleSetOf(1, row("r", { conditions: { all: [inside, { ...inside, confirm_samples: 2 }] } }))
    assert.deepStrictEqual([...fed(two, at(1, 0)).placements.keys()], ["", "confirm 2"])
    // one place seen in one way is not all there is of a subject that is looked at in two
    const exact = ruleSetOf(1, row("r", { conditions: { all: [inside, { ...inside, max_accuracy_m: 50 }] } }))
    assert.deepStrictEqual([...fed(exact, at(1, 0, { accuracyM: 500 })).placements.keys()], [""])
    assert.deepStrictEqual([...fed(exact, at(1, 0, { accuracyM: 5 })).placements.keys()], ["", "accuracy 50"])
    assert.strictEqual(subjectActorOf().placements, subjectActorOf({ placements: new Map() }).placements)
  })
})

describe("when things arrived", () => {
  const counted = () => {
    const subjectActor = fed(
      ruleSetOf(1, row("r", { trigger: schedule, conditions: { type: "no_data", for_seconds: 60 } }))
    )
    subjectActor.arrivals = []
    return subjectActor
  }
  const seen = (subjectActor: SubjectActor, seconds: number) =>
    subjectActor.facts(S(seconds), null, subjectActor.placements).lastSeen()

  it("nobody asks: nothing is kept", () => {
    const subjectActor = fed(ruleSetOf(1))
    subjectActor.receive(S(1))
    assert.deepStrictEqual([subjectActor.arrivals, seen(subjectActor, 9)], [null, null])
  })
  it("in order, each moment once; of those up to a moment the newest", () => {
    const subjectActor = counted()
    subjectActor.tickedTo = -Infinity
    for (const t of [10, 5, 10, 20, 5]) subjectActor.receive(S(t))
    assert.deepStrictEqual(subjectActor.arrivals, [S(5), S(10), S(20)])
    assert.deepStrictEqual(
      [4, 5, 9.999, 10, 30].map((t) => seen(subjectActor, t)),
      [null, S(5), S(5), S(10), S(20)]
    )
  })
  it("of those before what is still judged only the newest counts", () => {
    const subjectActor = counted()
    for (const t of [1, 2, 3, 50, 70]) subjectActor.receive(S(t))
    subjectActor.watermark = S(60)
    subjectActor.setTickedTo(S(40))
    assert.deepStrictEqual(subjectActor.arrivals, [S(3), S(50), S(70)])
    subjectActor.setTickedTo(S(100))
    assert.deepStrictEqual(subjectActor.arrivals, [S(50), S(70)]) // a record newer than the watermark may still come
    subjectActor.watermark = S(80)
    subjectActor.receive(S(90))
    assert.deepStrictEqual(subjectActor.arrivals, [S(70), S(90)])
  })
  it("where nothing ticks, the newest before the watermark", () => {
    const subjectActor = subjectActorOf()
    subjectActor.arrivals = []
    for (const t of [1, 2, 3]) subjectActor.receive(S(t))
    subjectActor.watermark = S(2)
    subjectActor.receive(S(4))
    assert.deepStrictEqual(subjectActor.arrivals, [S(2), S(3), S(4)])
  })
  it("how many are at most so large", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4, 9].map((most) => countUpTo([1, 3, 3, 7], most)),
      [0, 1, 1, 3, 3, 4]
    )
    assert.strictEqual(countUpTo([], 1), 0)
    assert.strictEqual(windowKey("m", 60), "m 60")
  })
})

describe("its ticks", () => {
  it("the next is known after each", () => {
    const subjectActor = fed(ruleSetOf(1, row("r", { trigger: schedule })))
    subjectActor.setTickedTo(S(0))
    assert.deepStrictEqual([subjectActor.tickedTo, subjectActor.nextTick], [S(0), S(60)])
    subjectActor.setTickedTo(S(90))
    assert.strictEqual(subjectActor.nextTick, S(120))
  })
  it("none where no rule of the subject has a schedule", () => {
    const subjectActor = fed(
      ruleSetOf(1, row("r"), row("s", { trigger: schedule, scope: { entity_ids: [NOBODY] } }))
    )
    subjectActor.setTickedTo(S(0))
    assert.strictEqual(subjectActor.nextTick, Infinity)
  })
})

describe("it wakes with what is stored", () => {
  it("a subject nobody has seen", () => {
    const subjectActor = subjectActorOf()
    assert.deepStrictEqual(
      [
        subjectActor.watermark,
        subjectActor.tickedTo,
        subjectActor.decidedUpTo,
        subjectActor.actors,
        subjectActor.judgedDeadlines,
        subjectActor.latest,
        subjectActor.placements.size,
        subjectActor.nextTick,
        subjectActor.arrivals
      ],
      [-Infinity, -Infinity, -Infinity, null, null, null, 0, Infinity, null]
    )
  })
  it("facts, placements, samples of windows", () => {
    const ruleSet = ruleSetOf(1, row("r", { conditions: { all: [low, window("m", 60)] } })),
      sample = (t: number) => ({ at: S(t), value: t, recordId: t })
    const placements = new Map([["", { version: 1, inside: [] }]]),
      fix = { at: S(1), recordId: 1, lon: 1, lat: 0, altitudeM: null, speedMps: null }
    const subjectActor = subjectActorOf(
      {
        watermark: S(50),
        fix,
        networkFix: { ...fix, at: S(0) },
        latest: new Map([["battery_voltage", sample(5)]]),
        samples: new Map([["m", [sample(10), sample(45)]]]),
        placements
      },
      ruleSet
    )
    adopt(subjectActor, ruleSet)
    const facts = subjectActor.facts(S(80), null, placements)
    assert.deepStrictEqual([subjectActor.watermark, subjectActor.tickedTo], [S(50), S(50) - 1])
    assert.deepStrictEqual(
      [
        facts.latest("battery_voltage")?.value,
        facts.window("m", 60).sum,
        facts.fix("gnss"),
        facts.fix("network")?.at,
        subjectActor.placements
      ],
      [5, 45, fix, S(0), placements]
    )
    // later rule sets find the samples in the windows, not a second time in what was stored
    adopt(subjectActor, ruleSetOf(2, row("r", { conditions: window("m", 30) })))
    assert.strictEqual(subjectActor.facts(S(80), null, placements).window("m", 30).sum, 0)
    assert.deepStrictEqual([...subjectActor.windows!.keys()], ["m 30"])
  })
  it("of its windows those that are still read go on with what they hold", () => {
    const three = ruleSetOf(
        1,
        row("r", { conditions: { all: [window("m", 30), window("m", 60), window("n", 60)] } })
      ),
      subjectActor = fed(three, measured(10, "m", 2))
    adopt(subjectActor, ruleSetOf(2, row("r", { conditions: { all: [window("m", 30), window("m", 60)] } })))
    assert.deepStrictEqual(
      [
        [...subjectActor.windows!.keys()],
        subjectActor.facts(S(20), null, subjectActor.placements).window("m", 60).sum
      ],
      [["m 30", "m 60"], 2]
    )
  })
  it("states of rules that remember them; of others the deadlines they have judged", () => {
    const ruleSet = ruleSetOf(9, row("kept"), row("blank", {}, { blankFrom: 5 }))
    const subjectActor = subjectActorOf(
      {
        states: [
          stored("kept"),
          stored("blank", { ...blank, judgedTo: S(70) }),
          stored("gone", { ...blank, judgedTo: S(90) }),
          // a past that was judged again found an older one than had been judged
          stored("found", { ...blank, judgedTo: S(50) }),
          stored("quiet")
        ],
        judged: new Map([
          ["old", S(10)],
          ["found", S(80)]
        ]),
        ticksAfter: S(20)
      },
      ruleSet
    )
    assert.deepStrictEqual(
      [...subjectActor.actors!],
      [["kept", { rule: ruleSet.byId.get("kept")!, state: held, episode: "episode" }]]
    )
    assert.deepStrictEqual(
      [[...subjectActor.judgedDeadlines!], subjectActor.decidedUpTo],
      [
        [
          ["old", S(10)],
          ["found", S(80)],
          ["blank", S(70)],
          ["gone", S(90)]
        ],
        S(90)
      ]
    )
    assert.strictEqual(subjectActorOf({ ticksAfter: S(20) }).decidedUpTo, S(20))
  })
})

describe("which rule sets it can be judged with", () => {
  const all = ruleSetOf(1, row("r", { conditions: { all: [low, window("m", 60)] } }))
  it("any, until it kept something for one", () => assert.isTrue(subjectActorOf().covers(all)))
  it("those that read no more than it kept", () => {
    const subjectActor = fed(all)
    assert.deepStrictEqual(
      [
        subjectActor.covers(all),
        subjectActor.covers(ruleSetOf(2, row("r"))),
        subjectActor.covers(ruleSetOf(2, row("r", { conditions: window("m", 61) })))
      ],
      [true, true, false]
    )
  })
})

describe("a period begins when it is judged with another edition, or is something else to scopes", () => {
  it("with the first edition, from its watermark and its ticks on", () => {
    const subjectActor = subjectActorOf({ watermark: S(50) })
    assert.deepStrictEqual(adopt(subjectActor, ruleSetOf(7)).periods, [
      {
        subject: cow,
        scopeKey: scopeKeyOf(who),
        version: 7,
        recordsAfter: S(50),
        ticksAfter: S(50) - 1,
        judged: new Map()
      }
    ])
    assert.strictEqual(subjectActor.decidedUpTo, S(50) - 1)
  })
  it("of a subject that has not reported yet from everything on", () => {
    const subjectActor = subjectActorOf()
    subjectActor.tickedTo = S(40)
    assert.deepStrictEqual(adopt(subjectActor, ruleSetOf(7)).periods, [
      {
        subject: cow,
        scopeKey: scopeKeyOf(who),
        version: 7,
        recordsAfter: -Infinity,
        ticksAfter: -Infinity,
        judged: new Map()
      }
    ])
    assert.strictEqual(subjectActor.decidedUpTo, -Infinity)
  })
  it("not with the edition it was judged with last", () => {
    const subjectActor = subjectActorOf({ watermark: S(50), edition: 7, scopeKey: scopeKeyOf(who) })
    assert.deepStrictEqual(adopt(subjectActor, ruleSetOf(7)).periods, [])
    assert.lengthOf(adopt(subjectActor, ruleSetOf(8)).periods, 1)
    assert.lengthOf(adopt(subjectActor, ruleSetOf(8), 2).periods, 0)
    assert.strictEqual(subjectActor.roster, 2)
  })
  it("with that edition for another herd, and not for another name", () => {
    const subjectActor = subjectActorOf({ edition: 7, scopeKey: scopeKeyOf(who) })
    subjectActor.who = { ...who, entity: { ...who.entity!, name: "Berta" } }
    assert.lengthOf(adopt(subjectActor, ruleSetOf(7)).periods, 0)
    subjectActor.who = { ...who, entity: { ...who.entity!, groupIds: [] } }
    assert.deepStrictEqual(
      adopt(subjectActor, ruleSetOf(7), 2).periods.map((c) => c.scopeKey),
      [scopeKeyOf(subjectActor.who)]
    )
  })
  it("with the same rule set and roster nothing is looked at again", () => {
    const ruleSet = ruleSetOf(7, row("r", { trigger: schedule })),
      subjectActor = subjectActorOf({ watermark: S(1) })
    adopt(subjectActor, ruleSet)
    subjectActor.tickedTo = S(90)
    assert.isTrue(isEmptyBatch(adopt(subjectActor, ruleSet)))
    assert.strictEqual(subjectActor.nextTick, S(60))
  })
  it("on record with what rules have judged past the watermark", () => {
    const ruleSet = ruleSetOf(7, row("r"), row("early"), row("at"))
    const subjectActor = subjectActorOf(
      {
        watermark: S(50),
        states: [
          stored("r", { ...held, judgedTo: S(70) }),
          stored("early", { ...held, judgedTo: S(49) }),
          stored("at", { ...held, judgedTo: S(50) })
        ],
        judged: new Map([
          ["old", S(60)],
          ["older", S(40)]
        ])
      },
      ruleSet
    )
    const judged = new Map([
      ["old", S(60)],
      ["r", S(70)],
      ["at", S(50)]
    ])
    assert.deepStrictEqual(adopt(subjectActor, ruleSet).periods[0]?.judged, judged)
    assert.deepStrictEqual([subjectActor.judgedDeadlines, subjectActor.decidedUpTo], [judged, S(70)])
    const plain = subjectActorOf({ watermark: S(50), judged: new Map([["older", S(40)]]) })
    adopt(plain, ruleSet)
    assert.isNull(plain.judgedDeadlines)
  })
  it("and with what a past has judged there that is under way: the newest of each rule", () => {
    const ruleSet = ruleSetOf(2, row("r")),
      subjectActor = subjectActorOf(
        { watermark: S(50), states: [stored("r", { ...held, judgedTo: S(70) })] },
        ruleSet
      )
    subjectActor.replayedDeadlines = new Map([
      ["r", S(60)],
      ["found", S(80)],
      ["older", S(40)]
    ])
    assert.deepStrictEqual(
      adopt(subjectActor, ruleSet).periods[0]?.judged,
      new Map([
        ["r", S(70)],
        ["found", S(80)]
      ])
    )
  })
})

describe("when another edition is in force", () => {
  const dropped = (before: RuleRow, after: ReadonlyArray<RuleRow>, more: Partial<Memory> = {}) => {
    const old = ruleSetOf(1, before),
      subjectActor = subjectActorOf({ watermark: S(50), states: [stored("r")], ...more }, old)
    adopt(subjectActor, old)
    const actor = subjectActor.actors!.get("r")!,
      changes = adopt(subjectActor, ruleSetOf(2, ...after))
    return { actor, subjectActor, changes, at: changes.transitions[0]?.at }
  }

  it("a rule that remembers goes on, under its new version", () => {
    const { actor, subjectActor, changes } = dropped(row("r"), [
      row("r", { for_seconds: 60 }, { version: 2 })
    ])
    assert.deepStrictEqual(
      [actor.state, actor.episode, actor.rule.version, subjectActor.actors!.size, changes.states.size],
      [held, "episode", 2, 1, 0]
    )
  })
  it.each<[string, ReadonlyArray<RuleRow>]>([
    ["a rule that is gone", []],
    ["a rule that begins blank", [row("r", {}, { blankFrom: 2 })]],
    ["a rule that applies to it no more", [row("r", { scope: { entity_ids: [NOBODY] } })]]
  ])("%s ends its episode and forgets, from the watermark on", (_, after) => {
    const { actor, subjectActor, changes } = dropped(row("r"), after)
    assert.deepStrictEqual(
      [actor.state, actor.episode, subjectActor.actors!.size, [...changes.states]],
      [blank, null, 0, [[actor, cow]]]
    )
    assert.deepStrictEqual(changes.ended, [
      { eventId: "episode", at: S(1000), after: S(50), projectId: PROJECT, subject: cow }
    ])
    assert.deepStrictEqual(changes.transitions, [
      { rule: actor.rule, subjectId: cow.id, at: S(50), state: blank, eventId: null, episode: null }
    ])
  })
  it("without an episode nothing ends", () =>
    assert.lengthOf(dropped(row("r"), [], { states: [stored("r", held, 1, null)] }).changes.ended, 0))
  it("of a deadline past the watermark, after it", () =>
    assert.strictEqual(
      dropped(row("r"), [], { states: [stored("r", { ...held, judgedTo: S(70) })] }).at,
      S(70)
    ))
  it("of a deadline that an older version judged past the watermark, after that", () =>
    assert.strictEqual(dropped(row("r"), [], { judged: new Map([["r", S(70)]]) }).at, S(70)))
  it("while its past is being judged again: that finds out what its rule remembered", () => {
    const old = ruleSetOf(1, row("r")),
      subjectActor = subjectActorOf({ watermark: S(50), states: [stored("r")] }, old)
    adopt(subjectActor, old)
    subjectActor.replayedTo = S(50)
    const { ended, transitions } = adopt(subjectActor, ruleSetOf(2))
    assert.deepStrictEqual([ended.map((e) => e.eventId), transitions], [["episode"], []])
  })
  it("of a schedule, after its ticks", () =>
    assert.strictEqual(dropped(row("r", { trigger: schedule }), []).at, S(50) - 1))
  it.each<[string, Partial<Draft>, Partial<Draft>, number]>([
    [
      "of a schedule that gives way to another trigger, after its ticks as well",
      { trigger: schedule },
      {},
      100
    ],
    ["of another trigger that gives way to a schedule, after those ticks", {}, { trigger: schedule }, 100],
    ["of no schedule, whatever ticked beside it, after the watermark", {}, {}, 50]
  ])("%s", (_, before, after, at) => {
    const beside = row("beside", { trigger: schedule }),
      old = ruleSetOf(1, row("r", before), beside),
      subjectActor = subjectActorOf({ watermark: S(50), states: [stored("r")] }, old)
    adopt(subjectActor, old)
    subjectActor.setTickedTo(S(100))
    const changes = adopt(subjectActor, ruleSetOf(2, row("r", after, { blankFrom: 2 }), beside))
    assert.deepStrictEqual(
      [changes.transitions.map((t) => t.at), changes.ended.map((e) => e.after)],
      [[S(at)], [S(at)]]
    )
  })
  it("who is told in a replay ends when it says, on the clock and in effective time, also where the rule is the same", () => {
    const ruleSet = ruleSetOf(1, row("r")),
      subjectActor = subjectActorOf({ watermark: S(50), states: [stored("r")] }, ruleSet)
    const drops = new Map([["r", { after: S(30), at: S(333) }]])
    const changes = subjectActor.bind(ruleSet, ruleSet.rulesFor(who), S(1000), drops)
    assert.deepStrictEqual(
      [
        changes.ended.map((e) => [e.at, e.after]),
        changes.transitions.map((t) => t.at),
        subjectActor.actors!.size
      ],
      [[[S(333), S(30)]], [S(30)], 0]
    )
    const kept = subjectActorOf({ watermark: S(50), states: [stored("r")] }, ruleSet)
    kept.bind(ruleSet, ruleSet.rulesFor(who), S(1000), new Map())
    assert.strictEqual(kept.actors!.size, 1)
  })
  it("whoever is silent meanwhile holds on to no edition that is gone", () => {
    const old = ruleSetOf(1, row("r"), row("gone"), row("blank"), row("tick", { trigger: schedule })),
      subjectActor = subjectActorOf({ states: [stored("r"), stored("gone"), stored("blank")] }, old)
    adopt(subjectActor, old)
    subjectActor.arrivals = [S(1)]
    const next = ruleSetOf(
      2,
      row("r", {}, { version: 2 }),
      row("blank", {}, { blankFrom: 2 }),
      row("tick", { trigger: schedule })
    )
    subjectActor.detach(next)
    assert.deepStrictEqual(
      [...subjectActor.actors!.values()].map((a) => [
        a.rule.id,
        a.rule === next.byId.get("r"),
        a.rule.level === null
      ]),
      [
        ["r", true, false],
        ["gone", false, true],
        ["blank", false, true]
      ]
    )
    assert.deepStrictEqual(
      [subjectActor.applicable, subjectActor.arrivals],
      [{ rules: new Set(), onPosition: [], onMeasurement: [], onState: [], onTick: [] }, [S(1)]]
    )
    subjectActor.detach(ruleSetOf(3))
    assert.isNull(subjectActor.arrivals)
    assert.isFalse(isEmptyBatch(adopt(subjectActor, next)))
  })
})

it("an actor is made once", () => {
  const ruleSet = ruleSetOf(1, row("r"), row("s")),
    subjectActor = fed(ruleSet),
    [r, s] = ruleSet.rules as [(typeof ruleSet.rules)[0] & {}, (typeof ruleSet.rules)[0] & {}]
  const first = subjectActor.actor(r)
  assert.deepStrictEqual(first, { rule: r, state: blank, episode: null })
  assert.strictEqual(subjectActor.actor(r), first)
  subjectActor.actor(s)
  assert.deepStrictEqual([...subjectActor.actors!.keys()], ["r", "s"])
})
