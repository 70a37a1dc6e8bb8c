// What an explanation says: the first thing that stopped a rule, with its place in the document, in words for
// people.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import type { Observation } from "../../src/domain/rule/Observation.ts"
import { parseDocument } from "../../src/domain/rule/parse.ts"
import { blank, type RuleState } from "../../src/domain/rule/RuleState.ts"
import type { Who } from "../../src/domain/rule/scope.ts"
import { askRule, prepareRule } from "../../src/backtest/askRule.ts"
import { firstStop } from "../../src/backtest/firstStop.ts"
import { englishText } from "../../src/domain/rule/words/english.ts"
import { server as spanish } from "../../src/words/es/messages/server.ts"
import { type Message, messageText } from "../../src/words/message.ts"
import { type FeatureRow, type Memory, noMemory } from "../../src/engine/ports.ts"
import { area, at, cow, document, measured, PROJECT, START } from "../support/engine/timeline.ts"

const who: Who = {
  entity: { id: cow.id, name: "Alma", typeId: "type-cow", groupIds: ["herd"] },
  device: { id: cow.deviceId, name: "Collar 1" }
}

interface Case {
  readonly rule: Pick<RuleDocument, "conditions"> & Partial<RuleDocument>
  readonly features?: ReadonlyArray<FeatureRow>
  readonly memory?: Partial<Memory>
  readonly state?: Partial<RuleState>
  readonly receipts?: ReadonlyArray<number>
  /** records of the moment; the moment is 100 s into the story */
  readonly records?: ReadonlyArray<Observation>
  readonly who?: Who
  readonly notInForce?: Message
}

const NOW = START + 100_000

const ask = (c: Case) => {
  const parsed = parseDocument(document(c.rule))
  if (Result.isFailure(parsed)) throw new Error(JSON.stringify(parsed.failure))
  const { document: canonical } = parsed.success
  const asked = prepareRule(
    PROJECT,
    { id: "rule", name: "rule", version: 1, document: canonical },
    c.features ?? [],
    5
  )
  const records = c.records ?? [],
    subject = { who: c.who ?? who }
  const reply = askRule({
    asked,
    subject: cow,
    ...subject,
    at: NOW,
    memory: { ...noMemory, ...c.memory },
    inForceSince: 1,
    receipts: c.receipts ?? null,
    records,
    ...(c.state === undefined ? {} : { state: { ...blank, ...c.state } })
  })
  const stop = firstStop({
    document: canonical,
    ...subject,
    at: NOW,
    names: { entityType: "cow", featureOf: (id) => c.features?.find((f) => f.id === id)?.name ?? id },
    notInForce: c.notInForce ?? null,
    reply,
    records
  })
  if (stop !== null) {
    assert.strictEqual(englishText(stop.detail_message), stop.detail)
    assert.match(messageText(stop.detail_message, spanish)!, /\w/)
  }
  return { reply, stop, said: stop === null ? "fired" : `${stop.path} ${stop.code} ${stop.detail}` }
}

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const
const inside = { type: "spatial", relation: "inside", feature_type: "zone" } as const
const exit = { type: "spatial", relation: "exit", feature_type: "zone" } as const
const active = {
  type: "window",
  metric: "activity",
  aggregate: "max",
  seconds: 43_200,
  op: "<",
  value: 1,
  min_samples: 3
} as const
const home = area("Home", 0)
const slow = at(100, 0, { speedMps: 31.2 / 3.6 })
const yard = area("Yard", 0.5)
const TYPE = "01900000-0000-7000-8000-0000000000f1",
  GROUP = "01900000-0000-7000-8000-0000000000f2",
  OTHER = "01900000-0000-7000-8000-0000000000f9"
const bare: Who = { ...who, entity: null }
const brisk = { ...fast, value: 5 }
const still = { fix: { at: START, recordId: 1, lon: 0, lat: 0, altitudeM: null, speedMps: 9 } }
const sample = (seconds: number, value: number) => ({ at: START + seconds * 1000, value, recordId: 7 })
const placed = (...inside: ReadonlyArray<string>) => new Map([["", { version: 5, inside }]])

const entered = (since: number, overdue: boolean) => ({
  branch: 0,
  relation: "enter" as const,
  feature: home.id,
  sides: [{ feature: home.id, inside: true, filterKey: "" }],
  since: START + since * 1000,
  arrivedAt: START + since * 1000,
  overdue
})

/** Alma, with another collar since a moment beside the one she is seen by. */
const wearing = (id: string, since: number): Who => ({
  ...who,
  entity: {
    ...who.entity!,
    worn: [
      { ...who.device, from: -Infinity, to: Infinity },
      { id, name: "Collar 2", from: START + since * 1000, to: Infinity }
    ]
  }
})

const cases: ReadonlyArray<readonly [what: string, c: Case, said: string]> = [
  [
    "a value",
    { rule: { conditions: fast }, records: [slow] },
    "/conditions CONDITION speed_kmh was 31.2, must be > 40"
  ],
  [
    "a value under not",
    { rule: { conditions: { not: { ...fast, value: 20 } } }, records: [slow] },
    "/conditions/not CONDITION speed_kmh was 31.2, must not be > 20"
  ],
  [
    "a position without speed",
    { rule: { conditions: fast }, records: [at(100, 0)] },
    "/conditions CONDITION the latest position carries no speed_mps"
  ],
  [
    "a metric never seen",
    { rule: { conditions: low }, records: [slow] },
    "/conditions CONDITION no battery_voltage in the last 7 days"
  ],
  [
    "the first of all",
    { rule: { conditions: { all: [{ ...fast, value: 5 }, { any: [low, fast] }] } }, records: [slow] },
    "/conditions/all/1/any/0 CONDITION no battery_voltage in the last 7 days"
  ],
  [
    "all of them under not",
    {
      rule: {
        conditions: {
          not: {
            all: [
              { ...fast, value: 5 },
              { ...fast, value: 6 }
            ]
          }
        }
      },
      records: [slow]
    },
    "/conditions/not/all/0 CONDITION speed_kmh was 31.2, must not be > 5"
  ],
  [
    "an empty window",
    { rule: { conditions: active }, records: [slow] },
    "/conditions CONDITION no activity in the last 43200 s: 0 of at least 3 samples of activity in 43200 s"
  ],
  [
    "a window with too little in it",
    {
      rule: { conditions: active },
      memory: { samples: new Map([["activity", [sample(10, 2), sample(20, 2)]]]) },
      records: [slow]
    },
    "/conditions CONDITION 2 of at least 3 samples of activity in 43200 s"
  ],
  [
    "the figure of a window",
    {
      rule: { conditions: { ...active, min_samples: 1 } },
      memory: { samples: new Map([["activity", [sample(10, 2)]]]) },
      records: [slow]
    },
    "/conditions CONDITION max of activity in the last 43200 s was 2, must be < 1"
  ],
  [
    "somebody who was heard of",
    {
      rule: {
        trigger: { kind: "schedule", every_seconds: 10 },
        conditions: { type: "no_data", for_seconds: 600 }
      },
      receipts: [START],
      memory: { watermark: START }
    },
    "/conditions CONDITION last received 100 s before, must be 600 s"
  ],
  [
    "somebody who never was",
    {
      rule: {
        trigger: { kind: "schedule", every_seconds: 10 },
        conditions: { type: "no_data", for_seconds: 600 }
      },
      receipts: [],
      memory: { watermark: START }
    },
    "/conditions CONDITION never seen: a subject that never reported does not count"
  ],
  [
    "outside of everything",
    { rule: { conditions: inside }, features: [home], records: [at(100, 9)] },
    "/conditions CONDITION was in none of the selected fences and areas"
  ],
  [
    "inside of something",
    { rule: { conditions: { ...inside, relation: "outside" } }, features: [home], records: [at(100, 0)] },
    "/conditions CONDITION was inside Home"
  ],
  [
    "nowhere",
    {
      rule: { trigger: { kind: "measurement" }, conditions: inside },
      features: [home],
      records: [measured(100, "a", 1)]
    },
    "/conditions CONDITION no accepted position"
  ],
  [
    "no border",
    {
      rule: { conditions: exit },
      features: [home],
      memory: { placements: placed(home.id) },
      records: [at(100, 0.5)]
    },
    "/conditions CONDITION left no selected fence or area at that moment"
  ],
  [
    "a hold that began",
    {
      rule: { conditions: exit, for_seconds: 30 },
      features: [home],
      memory: { placements: placed(home.id) },
      records: [at(100, 9)]
    },
    "/for_seconds HELD left Home: held 0 of 30 s"
  ],
  [
    "a hold on its way",
    {
      rule: { conditions: { ...fast, value: 5 }, for_seconds: 30 },
      state: { since: START + 88_000 },
      records: [slow]
    },
    "/for_seconds HELD held 12 of 30 s"
  ],
  [
    "a cooldown",
    {
      rule: { conditions: { ...fast, value: 5 }, cooldown_seconds: 400 },
      state: { active: true, since: START, lastFiredAt: START + 12_000 },
      records: [slow]
    },
    "/cooldown_seconds COOLDOWN cooldown has 312 s left"
  ],
  [
    "no cooldown",
    {
      rule: { conditions: { ...fast, value: 5 } },
      state: { active: true, since: START, lastFiredAt: START },
      records: [slow]
    },
    "/cooldown_seconds ACTIVE fired at 2026-05-01T12:00:00.000Z, and the condition has been true " +
      "since; without a cooldown there are no reminders"
  ],
  [
    "a hold whose condition is not known any more",
    { rule: { conditions: low, for_seconds: 30 }, state: { since: START + 88_000 }, records: [slow] },
    "/conditions CONDITION no battery_voltage in the last 7 days"
  ],
  [
    "a tick that begins a hold: no tick before it is asked",
    {
      rule: {
        trigger: { kind: "schedule", every_seconds: 10 },
        conditions: { ...fast, value: 5 },
        for_seconds: 30
      },
      memory: {
        watermark: START,
        fix: { at: START, recordId: 1, lon: 0, lat: 0, altitudeM: null, speedMps: 9 }
      }
    },
    "/for_seconds HELD held 0 of 30 s"
  ],
  [
    "a cooldown that is just over, with nothing to ask",
    {
      rule: { conditions: { ...fast, value: 5 }, cooldown_seconds: 100 },
      memory: { fix: { at: START, recordId: 1, lon: 0, lat: 0, altitudeM: null, speedMps: 9 } },
      state: { active: true, since: START, lastFiredAt: START }
    },
    "/trigger NOT_ASKED nothing asked it at that moment: the rule waits for a new position"
  ],
  [
    "another type",
    { rule: { conditions: fast, scope: { entity_type_ids: ["01900000-0000-7000-8000-000000000001"] } } },
    "/scope/entity_type_ids NOT_IN_SCOPE not in scope: entity type cow"
  ],
  [
    "another entity",
    { rule: { conditions: fast, scope: { entity_ids: ["01900000-0000-7000-8000-000000000009"] } } },
    "/scope/entity_ids NOT_IN_SCOPE not in scope: entity Alma"
  ],
  [
    "another group",
    { rule: { conditions: fast, scope: { group_ids: ["01900000-0000-7000-8000-000000000001"] } } },
    "/scope/group_ids NOT_IN_SCOPE not in scope: in another group"
  ],
  [
    "a device that is on nobody",
    { rule: { conditions: fast, scope: { entity_ids: [cow.id] } }, who: { ...who, entity: null } },
    "/scope/entity_ids NOT_IN_SCOPE not in scope: a device without an entity"
  ],
  [
    "another device's record",
    {
      rule: { conditions: fast, scope: { device_ids: ["01900000-0000-7000-8000-000000000001"] } },
      records: [slow]
    },
    "/scope/device_ids NOT_IN_SCOPE not in scope: data of device Collar 1"
  ],
  [
    "a version that was not in force",
    { rule: { conditions: fast }, notInForce: { code: "stop.disabled" }, records: [slow] },
    " NOT_IN_FORCE disabled at that time"
  ],
  [
    "a moment without a record",
    {
      rule: { conditions: { ...fast, value: 5 } },
      memory: { fix: { at: START, recordId: 1, lon: 0, lat: 0, altitudeM: null, speedMps: 9 } }
    },
    "/trigger NOT_ASKED nothing asked it at that moment: the rule waits for a new position"
  ],
  [
    "a moment without a record, and what it would have found",
    {
      rule: { conditions: fast },
      memory: { fix: { at: START, recordId: 1, lon: 0, lat: 0, altitudeM: null, speedMps: 9 } }
    },
    "/conditions CONDITION speed_kmh was 32.4, must be > 40"
  ],
  [
    "a type, of a device that is on nobody",
    { rule: { conditions: fast, scope: { entity_type_ids: [TYPE] } }, who: bare },
    "/scope/entity_type_ids NOT_IN_SCOPE not in scope: a device without an entity"
  ],
  [
    "a group, of a device that is on nobody",
    { rule: { conditions: fast, scope: { group_ids: [GROUP] } }, who: bare },
    "/scope/group_ids NOT_IN_SCOPE not in scope: a device without an entity"
  ],
  [
    "a group, of somebody in none",
    {
      rule: { conditions: fast, scope: { group_ids: [GROUP] } },
      who: { ...who, entity: { ...who.entity!, groupIds: [] } }
    },
    "/scope/group_ids NOT_IN_SCOPE not in scope: in no group"
  ],
  [
    "a device that is another, and is on nobody",
    { rule: { conditions: fast, scope: { device_ids: [OTHER] } }, who: bare },
    "/scope/device_ids NOT_IN_SCOPE not in scope: data of device Collar 1"
  ],
  [
    "a device that it did not wear then, and others that it did",
    {
      rule: {
        trigger: { kind: "schedule", every_seconds: 10 },
        conditions: brisk,
        scope: { device_ids: [OTHER] }
      },
      who: wearing(OTHER, 101),
      memory: still
    },
    "/scope/device_ids NOT_IN_SCOPE not in scope: wore none of the devices at that moment"
  ],
  [
    "nothing, of a device that it wore and that did not report last",
    {
      rule: {
        trigger: { kind: "schedule", every_seconds: 10 },
        conditions: brisk,
        scope: { device_ids: [OTHER] }
      },
      who: wearing(OTHER, 100),
      memory: { ...still, watermark: START }
    },
    "fired"
  ],
  [
    "no scope of devices, of an animal that may carry several",
    { rule: { conditions: brisk, scope: { device_ids: [OTHER] } }, memory: still },
    "/trigger NOT_ASKED nothing asked it at that moment: the rule waits for a new position"
  ],
  [
    "two features",
    {
      rule: { conditions: { ...inside, relation: "outside" } },
      features: [home, yard],
      records: [at(100, 0)]
    },
    "/conditions CONDITION was inside Home, Yard"
  ],
  [
    "no border on the way in",
    {
      rule: { conditions: { ...exit, relation: "enter" } },
      features: [home],
      memory: { placements: placed() },
      records: [at(100, 9)]
    },
    "/conditions CONDITION entered no selected fence or area at that moment"
  ],
  [
    "silence that must not be",
    {
      rule: {
        trigger: { kind: "schedule", every_seconds: 10 },
        conditions: { not: { type: "no_data", for_seconds: 60 } }
      },
      receipts: [START],
      memory: { watermark: START }
    },
    "/conditions/not CONDITION last received 100 s before, must be less than 60 s"
  ],
  [
    "a hold at a border, on its way",
    {
      rule: { conditions: { ...exit, relation: "enter" }, for_seconds: 30 },
      features: [home],
      memory: { placements: placed(home.id) },
      state: { holds: [entered(88, false)] },
      records: [at(100, 0)]
    },
    "/for_seconds HELD entered Home: held 12 of 30 s"
  ],
  [
    "a hold whose guard became unknown",
    {
      rule: { conditions: { all: [{ ...exit, relation: "enter" }, low] }, for_seconds: 30 },
      features: [home],
      memory: { placements: placed(home.id) },
      state: { holds: [entered(60, true)] },
      records: [at(100, 0)]
    },
    "/for_seconds HELD entered Home: held 40 of 30 s; what it reads is unknown since"
  ],
  [
    "nothing that is known: it has been said",
    { rule: { conditions: brisk }, state: { active: true }, records: [slow] },
    "/trigger NOT_ASKED it was asked, and what is true had been said"
  ],
  [
    "nothing, in the midst of its scope",
    {
      rule: {
        conditions: brisk,
        scope: {
          entity_ids: [OTHER, cow.id],
          entity_type_ids: [TYPE],
          group_ids: [GROUP, OTHER],
          device_ids: [OTHER, cow.deviceId]
        }
      },
      who: { ...who, entity: { ...who.entity!, typeId: TYPE, groupIds: [GROUP] } },
      records: [slow]
    },
    "fired"
  ],
  [
    "nothing, of a device that is on nobody",
    { rule: { conditions: brisk }, who: bare, records: [slow] },
    "fired"
  ],
  ["nothing", { rule: { conditions: { ...fast, value: 5 } }, records: [slow] }, "fired"],
  [
    "nothing, at a reminder",
    {
      rule: { conditions: { ...fast, value: 5 }, cooldown_seconds: 60 },
      state: { active: true, since: START, lastFiredAt: START + 40_000 },
      records: [slow]
    },
    "fired"
  ],
  [
    "nothing, at a crossing",
    {
      rule: { conditions: exit },
      features: [home],
      memory: { placements: placed(home.id) },
      records: [at(100, 9)]
    },
    "fired"
  ]
]

describe("the first thing that stopped a rule", () => {
  it.each(cases)("%s", (_, c, said) => {
    assert.strictEqual(ask(c).said, said)
  })
})

describe("a version that cannot be evaluated", () => {
  const broken = (records: ReadonlyArray<Observation>) => {
    const { document: canonical } = Result.getOrThrow(parseDocument(document({ conditions: brisk })))
    const asked = prepareRule(
      PROJECT,
      {
        id: "rule",
        name: "rule",
        version: 1,
        document: { ...canonical, conditions: { type: "exec" } as never }
      },
      [],
      5
    )
    const reply = askRule({
      asked,
      subject: cow,
      who,
      at: NOW,
      memory: noMemory,
      inForceSince: 1,
      receipts: null,
      records
    })
    const stop = firstStop({
      document: canonical,
      who,
      at: NOW,
      names: { entityType: null, featureOf: (id) => id },
      notInForce: null,
      reply,
      records
    })
    return [reply.evaluated, reply.events, stop?.path, stop?.code, stop?.detail.split(":")[0]]
  }
  it("says so where it is asked, and only then", () => {
    assert.deepStrictEqual(broken([slow]), [null, [], "", "EVALUATION_FAILED", "RULE_CONDITION_UNKNOWN"])
    assert.deepStrictEqual(broken([]), [null, [], "/trigger", "NOT_ASKED", "nothing asked it at that moment"])
  })
})

describe("what is shown beside it", () => {
  it("records of other devices ask nothing of a rule of some", () => {
    const rule = (device: string) => ({ conditions: brisk, scope: { device_ids: [device] } })
    assert.deepStrictEqual(
      [rule(OTHER), rule(cow.deviceId)].map((r) => ask({ rule: r, records: [slow] }).reply.askedBy),
      [null, "position"]
    )
  })

  it("of several records of the moment the newest, however they are told; nothing is late", () => {
    const later = { ...at(100, 0, { speedMps: 1 }), receivedAt: NOW + 1 }
    for (const records of [
      [slow, later],
      [later, slow]
    ]) {
      const { reply } = ask({ rule: { conditions: brisk }, records })
      assert.deepStrictEqual([reply.fix?.speedMps, reply.after.active], [1, false])
    }
    assert.deepStrictEqual(
      ask({ rule: { conditions: brisk }, records: [slow] }).reply.events.map((e) => e.late),
      [false]
    )
  })

  it("no feature around a subject whose place is not known", () => {
    assert.deepStrictEqual(
      ask({
        rule: { trigger: { kind: "measurement" }, conditions: inside },
        features: [home],
        records: [measured(100, "a", 1)]
      }).reply.inside,
      []
    )
  })

  it("what asked: a record of the rule's kind, a tick, a deadline, or nothing", () => {
    assert.strictEqual(ask({ rule: { conditions: fast }, records: [slow] }).reply.askedBy, "position")
    assert.strictEqual(
      ask({ rule: { conditions: fast }, records: [measured(100, "a", 1)] }).reply.askedBy,
      null
    )
    assert.strictEqual(
      ask({
        rule: { trigger: { kind: "schedule", every_seconds: 50 }, conditions: low },
        memory: { watermark: START }
      }).reply.askedBy,
      "schedule"
    )
    assert.strictEqual(
      ask({
        rule: { trigger: { kind: "schedule", every_seconds: 60 }, conditions: low },
        memory: { watermark: START }
      }).reply.askedBy,
      null
    )
    const held = { since: START + 70_000, arrivedAt: START + 70_000 }
    const { reply, said } = ask({
      rule: { conditions: inside, for_seconds: 30 },
      features: [home],
      memory: { placements: placed(home.id) },
      state: held
    })
    assert.deepStrictEqual([reply.askedBy, said, reply.events[0]?.at], ["deadline", "fired", NOW])
  })

  it("of several holds the one whose time is up; earlier ones that nobody judged are not of this moment", () => {
    const hold = (feature: string, since: number) => ({
      branch: 0,
      relation: "exit" as const,
      feature,
      sides: [{ feature, inside: false, filterKey: "" }],
      since: START + since * 1000,
      arrivedAt: START + since * 1000,
      overdue: false
    })
    const yard = area("Yard", 4)
    const { reply } = ask({
      rule: { conditions: exit, for_seconds: 30 },
      features: [home, yard],
      memory: { placements: placed() },
      state: { holds: [hold(home.id, 70), hold(yard.id, 90)] }
    })
    assert.deepStrictEqual(
      reply.events.map((e) => e.feature?.name),
      ["Home"]
    )
    assert.deepStrictEqual(
      reply.after.holds.map((h) => h.feature),
      [yard.id]
    )
    assert.strictEqual(reply.evaluated?.truth, true) // what it held, though no border was crossed now
    const late = ask({
      rule: { conditions: exit, for_seconds: 30 },
      features: [home, yard],
      memory: { placements: placed() },
      state: { holds: [hold(home.id, 60)] },
      records: [at(100, 9)]
    })
    assert.deepStrictEqual(
      [late.reply.events.length, late.reply.after.holds.length, late.said],
      [0, 0, "/conditions CONDITION left no selected fence or area at that moment"]
    )
  })

  it("a crossing is shown at its moment, whether it fires or is held", () => {
    const { reply } = ask({
      rule: { conditions: exit, for_seconds: 30 },
      features: [home],
      memory: { placements: placed(home.id) },
      records: [at(100, 9)]
    })
    assert.deepInclude(reply.evaluated, {
      truth: true,
      features: [{ id: home.id, name: "Home", revision: 1 }]
    })
  })

  it("the state before and after, the fix, and the features around it", () => {
    const { reply } = ask({ rule: { conditions: inside }, features: [home], records: [at(100, 0.5)] })
    assert.deepStrictEqual(
      [reply.before.active, reply.after.active, reply.after.lastFiredAt],
      [false, true, NOW]
    )
    assert.deepStrictEqual([reply.fix?.lon, reply.inside], [0.5, [home.id]])
  })
})
