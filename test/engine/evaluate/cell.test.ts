// The memory of one subject: what it keeps of records, what it knows at a moment, and what becomes of it when
// rules change.
import { assert, describe, it } from "@effect/vitest"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { blank, type RuleState } from "../../../src/domain/rule/RuleState.ts"
import { standingOf, type Who } from "../../../src/domain/rule/scope.ts"
import { type Book, makeBook } from "../../../src/engine/evaluate/Book.ts"
import { Cell } from "../../../src/engine/evaluate/Cell.ts"
import { countUpTo } from "../../../src/engine/evaluate/arrivals.ts"
import { windowKey } from "../../../src/engine/evaluate/CellFacts.ts"
import { Changes } from "../../../src/engine/evaluate/Changes.ts"
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
const bookOf = (version: number, ...rules: ReadonlyArray<RuleRow>) =>
  makeBook(PROJECT, { version, features: [area("A", 0), area("B", 10)], rules })
const cellOf = (memory: Partial<Memory> = {}, book: Book = bookOf(1)) =>
  new Cell(cow, who, { ...noMemory, ...memory }, (id) => book.byId.get(id))
const adopt = (cell: Cell, book: Book, roster = 1) => {
  const changes = new Changes(S(1000))
  cell.adopt(book, roster, changes)
  return changes
}
/** A cell that has adopted a book, fed with records. */
const fed = (book: Book, ...records: ReadonlyArray<Observation>) => {
  const cell = cellOf({}, book)
  adopt(cell, book)
  for (const seen of records) cell.enter(seen, book)
  return cell
}
const held: RuleState = { ...blank, active: true, since: S(5), lastFiredAt: S(5) }
const stored = (
  ruleId: string,
  state: RuleState = held,
  blankFrom = 1,
  episode: string | null = "episode"
) => ({ ruleId, blankFrom, state, episode })

describe("what it keeps of records", () => {
  const knows = (cell: Cell, seconds = 100) => cell.facts(S(seconds), null, cell.placements)

  it("the newest value of each metric that a rule reads, and of no other", () => {
    const cell = fed(
      bookOf(1, row("r")),
      measured(1, "battery_voltage", 4),
      measured(2, "battery_voltage", 3),
      measured(3, "other", 1)
    )
    assert.deepInclude(knows(cell).latest("battery_voltage"), { at: S(2), value: 3 })
    assert.isUndefined(knows(cell).latest("other"))
    assert.isNull(fed(bookOf(1), measured(1, "battery_voltage", 4)).latest)
  })

  it("the samples of each window that a rule reads", () => {
    const cell = fed(
      bookOf(1, row("r", { conditions: { all: [window("m", 10), window("m", 60), window("n", 60)] } })),
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
      ].map(([metric, seconds]) => knows(cell).window(metric as string, seconds as number).sum),
      [2, 3, 4, 0, 0]
    )
    assert.deepStrictEqual(knows(cell).window("x", 60), {
      count: 0,
      sum: 0,
      min: NaN,
      max: NaN,
      newest: null,
      oldest: null
    })
    assert.isUndefined(knows(cell).latest("m")) // a window is no latest value
  })

  it("the newest device fix, and the newest network location where a rule looks at them", () => {
    const gnss = at(1, 1, { speedMps: 3, altitudeM: 7 }),
      network = at(2, 2, { recordType: "network" })
    const { lat, lon, recordId } = gnss
    const both = fed(
        bookOf(1, row("r", { trigger: { kind: "position", record_types: ["gnss", "network"] } })),
        gnss,
        network
      ),
      plain = fed(bookOf(1, row("r")), gnss, network)
    assert.deepStrictEqual(knows(plain).fix("gnss"), {
      at: S(1),
      recordId,
      lon,
      lat,
      altitudeM: 7,
      speedMps: 3
    })
    assert.deepStrictEqual(
      (["gnss", "network", "both"] as const).map((sight) => knows(plain).fix(sight)?.lon),
      [1, undefined, 1]
    )
    assert.deepStrictEqual(
      (["gnss", "network", "both"] as const).map((sight) => knows(both).fix(sight)?.lon),
      [1, 2, 2]
    )
    const newer = fed(
      bookOf(1, row("r", { trigger: { kind: "position", record_types: ["gnss", "network"] } })),
      network,
      at(3, 3)
    )
    assert.deepStrictEqual(
      (["gnss", "network", "both"] as const).map((sight) => knows(newer).fix(sight)?.lon),
      [3, 2, 3]
    )
    const alone = fed(
      bookOf(1, row("r", { trigger: { kind: "position", record_types: ["network"] } })),
      network
    )
    assert.deepStrictEqual(
      (["gnss", "network", "both"] as const).map((sight) => knows(alone).fix(sight)?.lon),
      [undefined, 2, 2]
    )
    // of one instant the device is believed
    const tied = fed(
      bookOf(1, row("r", { trigger: { kind: "position", record_types: ["gnss", "network"] } })),
      at(2, 1),
      network
    )
    assert.strictEqual(knows(tied).fix("both")?.lon, 1)
  })

  it("where it is, through each lens that a rule has; says whether it moved", () => {
    const book = bookOf(1, row("r", { conditions: { all: [inside, { ...inside, confirm_samples: 2 }] } })),
      cell = fed(book)
    assert.deepStrictEqual([knows(cell).now(""), knows(cell).before("")], [null, null])
    assert.deepStrictEqual(
      [at(1, 0), at(2, 0.5), measured(3, "m", 1), becomes(3, "door", 1), at(4, 5)].map((o) =>
        cell.enter(o, book)
      ),
      [true, false, false, false, true]
    )
    const facts = cell.facts(S(5), null, new Map([["", { version: 1, inside: [] }]]))
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
    assert.isFalse(fed(bookOf(1, row("r"))).enter(at(1, 0), bookOf(1, row("r"))))
  })

  it("subjects that are looked at in one way, and are in one place, share what is kept of it", () => {
    const book = bookOf(1, row("r", { conditions: inside }))
    const here = fed(book, at(1, 0)),
      there = fed(book, at(9, 0.3)),
      away = fed(book, at(1, 9.5)),
      buffered = fed(bookOf(1, row("r", { conditions: { ...inside, exit_buffer_m: 5 } })), at(1, 0))
    assert.strictEqual(here.placements, there.placements)
    assert.notStrictEqual(here.placements, away.placements)
    assert.deepStrictEqual(
      [[...here.placements.keys()], [...buffered.placements.keys()]],
      [[""], ["buffer 5"]]
    )
    const two = bookOf(1, row("r", { conditions: { all: [inside, { ...inside, confirm_samples: 2 }] } }))
    assert.deepStrictEqual([...fed(two, at(1, 0)).placements.keys()], ["", "confirm 2"])
    // one place seen in one way is not all there is of a subject that is looked at in two
    const exact = bookOf(1, row("r", { conditions: { all: [inside, { ...inside, max_accuracy_m: 50 }] } }))
    assert.deepStrictEqual([...fed(exact, at(1, 0, { accuracyM: 500 })).placements.keys()], [""])
    assert.deepStrictEqual([...fed(exact, at(1, 0, { accuracyM: 5 })).placements.keys()], ["", "accuracy 50"])
    assert.strictEqual(cellOf().placements, cellOf({ placements: new Map() }).placements)
  })
})

describe("when things arrived", () => {
  const counted = () => {
    const cell = fed(
      bookOf(1, row("r", { trigger: schedule, conditions: { type: "no_data", for_seconds: 60 } }))
    )
    cell.receipts = []
    return cell
  }
  const seen = (cell: Cell, seconds: number) => cell.facts(S(seconds), null, cell.placements).lastSeen()

  it("nobody asks: nothing is kept", () => {
    const cell = fed(bookOf(1))
    cell.receive(S(1))
    assert.deepStrictEqual([cell.receipts, seen(cell, 9)], [null, null])
  })
  it("in order, each moment once; of those up to a moment the newest", () => {
    const cell = counted()
    cell.tickedTo = -Infinity
    for (const t of [10, 5, 10, 20, 5]) cell.receive(S(t))
    assert.deepStrictEqual(cell.receipts, [S(5), S(10), S(20)])
    assert.deepStrictEqual(
      [4, 5, 9.999, 10, 30].map((t) => seen(cell, t)),
      [null, S(5), S(5), S(10), S(20)]
    )
  })
  it("of those before what is still judged only the newest counts", () => {
    const cell = counted()
    for (const t of [1, 2, 3, 50, 70]) cell.receive(S(t))
    cell.watermark = S(60)
    cell.ticked(S(40))
    assert.deepStrictEqual(cell.receipts, [S(3), S(50), S(70)])
    cell.ticked(S(100))
    assert.deepStrictEqual(cell.receipts, [S(50), S(70)]) // a record newer than the watermark may still come
    cell.watermark = S(80)
    cell.receive(S(90))
    assert.deepStrictEqual(cell.receipts, [S(70), S(90)])
  })
  it("where nothing ticks, the newest before the watermark", () => {
    const cell = cellOf()
    cell.receipts = []
    for (const t of [1, 2, 3]) cell.receive(S(t))
    cell.watermark = S(2)
    cell.receive(S(4))
    assert.deepStrictEqual(cell.receipts, [S(2), S(3), S(4)])
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
    const cell = fed(bookOf(1, row("r", { trigger: schedule })))
    cell.ticked(S(0))
    assert.deepStrictEqual([cell.tickedTo, cell.nextTick], [S(0), S(60)])
    cell.ticked(S(90))
    assert.strictEqual(cell.nextTick, S(120))
  })
  it("none where no rule of the subject has a schedule", () => {
    const cell = fed(bookOf(1, row("r"), row("s", { trigger: schedule, scope: { entity_ids: [NOBODY] } })))
    cell.ticked(S(0))
    assert.strictEqual(cell.nextTick, Infinity)
  })
})

describe("it wakes with what is stored", () => {
  it("a subject nobody has seen", () => {
    const cell = cellOf()
    assert.deepStrictEqual(
      [
        cell.watermark,
        cell.tickedTo,
        cell.settledTo,
        cell.actors,
        cell.lapsed,
        cell.latest,
        cell.placements.size,
        cell.nextTick,
        cell.receipts
      ],
      [-Infinity, -Infinity, -Infinity, null, null, null, 0, Infinity, null]
    )
  })
  it("facts, placements, samples of windows", () => {
    const book = bookOf(1, row("r", { conditions: { all: [low, window("m", 60)] } })),
      sample = (t: number) => ({ at: S(t), value: t, recordId: t })
    const placements = new Map([["", { version: 1, inside: [] }]]),
      fix = { at: S(1), recordId: 1, lon: 1, lat: 0, altitudeM: null, speedMps: null }
    const cell = cellOf(
      {
        watermark: S(50),
        fix,
        networkFix: { ...fix, at: S(0) },
        latest: new Map([["battery_voltage", sample(5)]]),
        samples: new Map([["m", [sample(10), sample(45)]]]),
        placements
      },
      book
    )
    adopt(cell, book)
    const facts = cell.facts(S(80), null, placements)
    assert.deepStrictEqual([cell.watermark, cell.tickedTo], [S(50), S(50) - 1])
    assert.deepStrictEqual(
      [
        facts.latest("battery_voltage")?.value,
        facts.window("m", 60).sum,
        facts.fix("gnss"),
        facts.fix("network")?.at,
        cell.placements
      ],
      [5, 45, fix, S(0), placements]
    )
    // later books find the samples in the windows, not a second time in what was stored
    adopt(cell, bookOf(2, row("r", { conditions: window("m", 30) })))
    assert.strictEqual(cell.facts(S(80), null, placements).window("m", 30).sum, 0)
    assert.deepStrictEqual([...cell.windows!.keys()], ["m 30"])
  })
  it("of its windows those that are still read go on with what they hold", () => {
    const three = bookOf(
        1,
        row("r", { conditions: { all: [window("m", 30), window("m", 60), window("n", 60)] } })
      ),
      cell = fed(three, measured(10, "m", 2))
    adopt(cell, bookOf(2, row("r", { conditions: { all: [window("m", 30), window("m", 60)] } })))
    assert.deepStrictEqual(
      [[...cell.windows!.keys()], cell.facts(S(20), null, cell.placements).window("m", 60).sum],
      [["m 30", "m 60"], 2]
    )
  })
  it("states of rules that remember them; of others the deadlines they have judged", () => {
    const book = bookOf(9, row("kept"), row("blank", {}, { blankFrom: 5 }))
    const cell = cellOf(
      {
        states: [
          stored("kept"),
          stored("blank", { ...blank, judgedTo: S(70) }),
          stored("gone", { ...blank, judgedTo: S(90) }),
          stored("quiet")
        ],
        judged: new Map([["old", S(10)]]),
        tickFloor: S(20)
      },
      book
    )
    assert.deepStrictEqual(
      [...cell.actors!],
      [["kept", { rule: book.byId.get("kept")!, state: held, episode: "episode", armed: null }]]
    )
    assert.deepStrictEqual(
      [[...cell.lapsed!], cell.settledTo],
      [
        [
          ["old", S(10)],
          ["blank", S(70)],
          ["gone", S(90)]
        ],
        S(90)
      ]
    )
    assert.strictEqual(cellOf({ tickFloor: S(20) }).settledTo, S(20))
  })
})

describe("which books it can be judged with", () => {
  const all = bookOf(1, row("r", { conditions: { all: [low, window("m", 60)] } }))
  it("any, until it kept something for one", () => assert.isTrue(cellOf().knows(all)))
  it("those that read no more than it kept", () => {
    const cell = fed(all)
    assert.deepStrictEqual(
      [
        cell.knows(all),
        cell.knows(bookOf(2, row("r"))),
        cell.knows(bookOf(2, row("r", { conditions: window("m", 61) })))
      ],
      [true, true, false]
    )
  })
})

describe("a chapter begins when it is judged with another edition, or is something else to scopes", () => {
  it("with the first edition, from its watermark and its ticks on", () => {
    const cell = cellOf({ watermark: S(50) })
    assert.deepStrictEqual(adopt(cell, bookOf(7)).chapters, [
      {
        subject: cow,
        standing: standingOf(who),
        version: 7,
        floor: S(50),
        tickFloor: S(50) - 1,
        judged: new Map()
      }
    ])
    assert.strictEqual(cell.settledTo, S(50) - 1)
  })
  it("of a subject that has not reported yet from everything on", () => {
    const cell = cellOf()
    cell.tickedTo = S(40)
    assert.deepStrictEqual(adopt(cell, bookOf(7)).chapters, [
      {
        subject: cow,
        standing: standingOf(who),
        version: 7,
        floor: -Infinity,
        tickFloor: -Infinity,
        judged: new Map()
      }
    ])
    assert.strictEqual(cell.settledTo, -Infinity)
  })
  it("not with the edition it was judged with last", () => {
    const cell = cellOf({ watermark: S(50), edition: 7, standing: standingOf(who) })
    assert.deepStrictEqual(adopt(cell, bookOf(7)).chapters, [])
    assert.lengthOf(adopt(cell, bookOf(8)).chapters, 1)
    assert.lengthOf(adopt(cell, bookOf(8), 2).chapters, 0)
    assert.strictEqual(cell.roster, 2)
  })
  it("with that edition for another herd, and not for another name", () => {
    const cell = cellOf({ edition: 7, standing: standingOf(who) })
    cell.who = { ...who, entity: { ...who.entity!, name: "Berta" } }
    assert.lengthOf(adopt(cell, bookOf(7)).chapters, 0)
    cell.who = { ...who, entity: { ...who.entity!, groupIds: [] } }
    assert.deepStrictEqual(
      adopt(cell, bookOf(7), 2).chapters.map((c) => c.standing),
      [standingOf(cell.who)]
    )
  })
  it("with the same book and roster nothing is looked at again", () => {
    const book = bookOf(7, row("r", { trigger: schedule })),
      cell = cellOf({ watermark: S(1) })
    adopt(cell, book)
    cell.tickedTo = S(90)
    assert.isTrue(adopt(cell, book).isEmpty)
    assert.strictEqual(cell.nextTick, S(60))
  })
  it("on record with what rules have judged past the watermark", () => {
    const book = bookOf(7, row("r"), row("early"), row("at"))
    const cell = cellOf(
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
      book
    )
    const judged = new Map([
      ["old", S(60)],
      ["r", S(70)],
      ["at", S(50)]
    ])
    assert.deepStrictEqual(adopt(cell, book).chapters[0]?.judged, judged)
    assert.deepStrictEqual([cell.lapsed, cell.settledTo], [judged, S(70)])
    const plain = cellOf({ watermark: S(50), judged: new Map([["older", S(40)]]) })
    adopt(plain, book)
    assert.isNull(plain.lapsed)
  })
})

describe("when another edition is in force", () => {
  const dropped = (before: RuleRow, after: ReadonlyArray<RuleRow>, more: Partial<Memory> = {}) => {
    const old = bookOf(1, before),
      cell = cellOf({ watermark: S(50), states: [stored("r")], ...more }, old)
    adopt(cell, old)
    const actor = cell.actors!.get("r")!,
      changes = adopt(cell, bookOf(2, ...after))
    return { actor, cell, changes, at: changes.transitions[0]?.at }
  }

  it("a rule that remembers goes on, under its new version", () => {
    const { actor, cell, changes } = dropped(row("r"), [row("r", { for_seconds: 60 }, { version: 2 })])
    assert.deepStrictEqual(
      [actor.state, actor.episode, actor.rule.version, cell.actors!.size, changes.states.size],
      [held, "episode", 2, 1, 0]
    )
  })
  it.each<[string, ReadonlyArray<RuleRow>]>([
    ["a rule that is gone", []],
    ["a rule that begins blank", [row("r", {}, { blankFrom: 2 })]],
    ["a rule that applies to it no more", [row("r", { scope: { entity_ids: [NOBODY] } })]]
  ])("%s ends its episode and forgets, from the watermark on", (_, after) => {
    const { actor, cell, changes } = dropped(row("r"), after)
    assert.deepStrictEqual(
      [actor.state, actor.episode, cell.actors!.size, [...changes.states]],
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
      old = bookOf(1, row("r", before), beside),
      cell = cellOf({ watermark: S(50), states: [stored("r")] }, old)
    adopt(cell, old)
    cell.ticked(S(100))
    const changes = adopt(cell, bookOf(2, row("r", after, { blankFrom: 2 }), beside))
    assert.deepStrictEqual(
      [changes.transitions.map((t) => t.at), changes.ended.map((e) => e.after)],
      [[S(at)], [S(at)]]
    )
  })
  it("who is told in a replay ends when it says, on the clock and in effective time, also where the rule is the same", () => {
    const book = bookOf(1, row("r")),
      cell = cellOf({ watermark: S(50), states: [stored("r")] }, book),
      changes = new Changes(S(1000))
    cell.turn(book, book.concernOf(who), changes, new Map([["r", { after: S(30), at: S(333) }]]))
    assert.deepStrictEqual(
      [changes.ended.map((e) => [e.at, e.after]), changes.transitions.map((t) => t.at), cell.actors!.size],
      [[[S(333), S(30)]], [S(30)], 0]
    )
    const kept = cellOf({ watermark: S(50), states: [stored("r")] }, book)
    kept.turn(book, book.concernOf(who), changes, new Map())
    assert.strictEqual(kept.actors!.size, 1)
  })
  it("whoever is silent meanwhile holds on to no edition that is gone", () => {
    const old = bookOf(1, row("r"), row("gone"), row("blank"), row("tick", { trigger: schedule })),
      cell = cellOf({ states: [stored("r"), stored("gone"), stored("blank")] }, old)
    adopt(cell, old)
    cell.receipts = [S(1)]
    const next = bookOf(
      2,
      row("r", {}, { version: 2 }),
      row("blank", {}, { blankFrom: 2 }),
      row("tick", { trigger: schedule })
    )
    cell.leave(next)
    assert.deepStrictEqual(
      [...cell.actors!.values()].map((a) => [
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
      [cell.concern, cell.receipts],
      [{ rules: new Set(), onPosition: [], onMeasurement: [], onState: [], onTick: [] }, [S(1)]]
    )
    cell.leave(bookOf(3))
    assert.isNull(cell.receipts)
    assert.isFalse(adopt(cell, next).isEmpty)
  })
})

it("an actor is made once", () => {
  const book = bookOf(1, row("r"), row("s")),
    cell = fed(book),
    [r, s] = book.rules as [(typeof book.rules)[0] & {}, (typeof book.rules)[0] & {}]
  const first = cell.actor(r)
  assert.deepStrictEqual(first, { rule: r, state: blank, episode: null, armed: null })
  assert.strictEqual(cell.actor(r), first)
  cell.actor(s)
  assert.deepStrictEqual([...cell.actors!.keys()], ["r", "s"])
})
