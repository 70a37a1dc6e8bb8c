// A backtest itself, fed by hand: where it ends, what it begins with, and what it compares. That it judges
// as the live engine does is test/backtest/past.test.ts.
import { assert, describe, it } from "@effect/vitest"
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import type { Observation } from "../../src/domain/rule/Observation.ts"
import { blank } from "../../src/domain/rule/RuleState.ts"
import { type Memory, noMemory } from "../../src/engine/ports.ts"
import type { SubjectEntry, BacktestOptions } from "../../src/backtest/BacktestOptions.ts"
import { Backtest } from "../../src/backtest/Backtest.ts"
import { area, at, cow, document, measured, PROJECT, START } from "../support/engine/timeline.ts"
import { alma } from "../support/engine/worlds.ts"

const ms = (seconds: number) => START + seconds * 1000
type Draft = Parameters<typeof document>[0]

const options = (draft: Draft, more: Partial<BacktestOptions> = {}): BacktestOptions => ({
  projectId: PROJECT,
  candidate: { id: "draft", name: "Draft", version: 1, document: document(draft) },
  baseline: null,
  features: [area("Home", 0)],
  edition: 9,
  from: START,
  to: ms(600),
  now: ms(10_000),
  devices: new Map(),
  draw: false,
  ...more
})

const start = (t: BacktestOptions, more: Partial<SubjectEntry> = {}) => {
  const test = new Backtest(t)
  test.addSubject({
    subject: cow,
    who: alma,
    memory: noMemory,
    lastSeen: null,
    begins: null,
    inForceSince: null,
    ...more
  })
  return test
}

const run = (
  test: Backtest,
  records: ReadonlyArray<Observation>,
  until = test.reach,
  arrivals: ReadonlyArray<number> = []
) => {
  for (const _ of test.evaluate(
    { records, arrivals: arrivals.map((s) => ({ subjectId: cow.id, at: ms(s) })) },
    until
  ));
  return test.result()
}
const told = ({ events }: ReturnType<Backtest["result"]>) =>
  events.map((e) => `${(e.at - START) / 1000} ${e.kind}`)

const fast = {
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 36 }
} as const satisfies Draft
const exit = { conditions: { type: "spatial", relation: "exit" } } as const satisfies Draft
const inside = { conditions: { type: "spatial", relation: "inside" } } as const satisfies Draft
const tick = (every_seconds: number) =>
  ({ kind: "schedule", every_seconds }) as const satisfies RuleDocument["trigger"]
const fix = (seconds: number, lon: number, speedMps = 0) => at(seconds, lon, { speedMps })

describe("where a test ends", () => {
  it("at the end of its range, at now, or at the 5,000th step of its schedule", () => {
    assert.strictEqual(new Backtest(options(fast)).reach, ms(600))
    assert.strictEqual(new Backtest(options(fast, { now: ms(300) })).reach, ms(300))
    assert.strictEqual(new Backtest(options(fast, { now: ms(-1) })).reach, START)
    const scheduled = { ...fast, trigger: tick(60) }
    const long = new Backtest(options(scheduled, { to: ms(1e6), now: ms(1e7) }))
    assert.deepStrictEqual([long.reach, long.endsBySteps], [ms(5000 * 60), true])
    const exact = new Backtest(options(scheduled, { to: ms(5000 * 60), now: ms(1e7) }))
    assert.deepStrictEqual([exact.reach, exact.endsBySteps], [ms(5000 * 60), false])
    const baseline = {
      id: "old",
      name: "Old",
      version: 1,
      document: document({ ...fast, trigger: tick(10) })
    }
    assert.strictEqual(
      new Backtest(options(scheduled, { baseline, to: ms(1e6), now: ms(1e7) })).reach,
      ms(5000 * 10)
    )
    assert.strictEqual(
      new Backtest(options(scheduled, { from: ms(1), to: ms(1e6), now: ms(1e7) })).reach,
      ms(5001 * 60)
    )
  })

  it("a deadline at its end is not judged any more, one before it is", () => {
    const held = { ...inside, for_seconds: 60 }
    assert.deepStrictEqual(told(run(start(options(held)), [fix(540, 0)])), [])
    assert.deepStrictEqual(told(run(start(options(held)), [fix(539, 0)])), ["599 rise"])
  })

  it("steps are the ticks before what is covered", () => {
    const scheduled = options({ ...fast, trigger: tick(60) })
    assert.strictEqual(run(start(scheduled), [], START).steps, 0)
    assert.strictEqual(run(start(scheduled), [], ms(60)).steps, 1)
    assert.strictEqual(run(start(scheduled), [], ms(61)).steps, 2)
    assert.strictEqual(run(start(scheduled), []).steps, 10)
    assert.strictEqual(
      run(start(options({ ...fast, trigger: tick(60) }, { from: ms(1) })), [], ms(2)).steps,
      0
    )
    assert.strictEqual(run(start(options(fast)), []).steps, 0)
  })
})

describe("what a test begins with", () => {
  const placed = (version: number): Partial<Memory> => ({
    placements: new Map([["", { version, inside: [area("Home", 0).id] }]])
  })
  const lastFix = { at: ms(-60), recordId: 1, lon: 0, lat: 0, altitudeM: null, speedMps: null }
  const active = [
    {
      ruleId: "draft",
      blankFrom: 4,
      state: { ...blank, active: true, since: ms(-9), lastFiredAt: ms(-9) },
      episode: "e"
    }
  ]
  const begun = (memory: Partial<Memory>, inForceSince: number | null) => ({
    memory: { ...noMemory, ...memory },
    inForceSince
  })

  it("a version that was in force remembers; a draft begins blank", () => {
    assert.deepStrictEqual(told(run(start(options(fast), begun({ states: active }, 4)), [fix(1, 0, 20)])), [])
    assert.deepStrictEqual(
      told(run(start(options(fast), begun({ states: active }, null)), [fix(1, 0, 20)])),
      ["1 rise"]
    )
    assert.deepStrictEqual(told(run(start(options(fast), begun({ states: active }, 5)), [fix(1, 0, 20)])), [
      "1 rise"
    ])
  })

  it("what it is compared with begins blank, whatever it remembered", () => {
    const baseline = { id: "old", name: "Old", version: 1, document: document(fast) }
    const { baseline: compared } = run(
      start(options(fast, { baseline }), begun({ states: [...active, { ...active[0]!, ruleId: "old" }] }, 4)),
      [fix(1, 0, 20)]
    )
    assert.deepStrictEqual(compared!.totals, { added: 0, removed: 1, unchanged: 0 })
  })

  it("who looks at network locations as well is told anew where a subject is", () => {
    const sure = {
      trigger: { kind: "position", record_types: ["gnss", "network"] },
      conditions: { ...inside.conditions, confirm_samples: 3 }
    } as const satisfies Draft
    assert.deepStrictEqual(told(run(start(options(sure), begun({ fix: lastFix }, null)), [fix(1, 9)])), [])
  })

  it("places that the version had seen let a border be crossed; older ones, and none, do not", () => {
    assert.deepStrictEqual(told(run(start(options(exit), begun(placed(4), 4)), [fix(1, 9)])), ["1 exit"])
    assert.deepStrictEqual(told(run(start(options(exit), begun(placed(3), 4)), [fix(1, 9)])), [])
    assert.deepStrictEqual(
      told(run(start(options(exit), begun({ ...placed(4), fix: lastFix }, null)), [fix(1, 9)])),
      []
    )
    assert.deepStrictEqual(told(run(start(options(exit), begun({ fix: lastFix }, 4)), [fix(1, 9)])), [])
  })

  it("a blank level knows where the last fix was, under the features as they are now, seen as the rule sees", () => {
    const asked = { trigger: { kind: "measurement" }, ...inside } as const
    const after = (draft: Draft, memory: Partial<Memory>) =>
      told(run(start(options(draft), begun(memory, null)), [measured(1, "a", 1)]))
    assert.deepStrictEqual(after(asked, { fix: lastFix }), ["1 rise"])
    assert.deepStrictEqual(after(asked, { ...placed(4), fix: { ...lastFix, lon: 9 } }), [])
    assert.deepStrictEqual(after(asked, { networkFix: lastFix }), [])
    // of the last fix it is not known how good it was
    const careful = { ...asked, conditions: { ...inside.conditions, max_accuracy_m: 50 } }
    assert.deepStrictEqual(after(careful, { fix: lastFix }), [])
    assert.deepStrictEqual(
      after(careful, {
        fix: lastFix,
        placements: new Map([["accuracy 50", { version: 3, inside: [area("Home", 0).id] }]])
      }),
      ["1 rise"]
    )
  })

  it("a subject that begins within the range is asked by a schedule from then on", () => {
    const few = {
      trigger: tick(60),
      conditions: { type: "window", metric: "a", aggregate: "count", seconds: 60, op: "<", value: 1 }
    } as const satisfies Draft
    assert.deepStrictEqual(told(run(start(options(few), { begins: ms(90) }), [])), ["120 rise"])
    assert.deepStrictEqual(told(run(start(options(few), { begins: ms(120) }), [])), ["120 rise"])
    assert.deepStrictEqual(
      told(run(start(options(few), { memory: { ...noMemory, watermark: ms(-9) } }), [])),
      ["0 rise"]
    )
    assert.deepStrictEqual(told(run(start(options(few)), [])), []) // one that never reported
  })

  it("arrivals are told as they come, the newest before the range first", () => {
    const silent = {
      trigger: tick(60),
      conditions: {
        any: [
          { not: { type: "no_data", for_seconds: 10_000 } },
          { all: [{ type: "no_data", for_seconds: 100 }] }
        ]
      }
    } as const satisfies Draft
    const test = start(options({ ...silent, conditions: { type: "no_data", for_seconds: 100 } }), {
      lastSeen: ms(-50),
      memory: { ...noMemory, watermark: ms(-50) }
    })
    assert.deepStrictEqual(told(run(test, [], test.reach, [65])), ["60 rise", "180 rise"])
    assert.strictEqual(new Backtest(options(silent)).silence, 100_000)
    assert.strictEqual(
      new Backtest(options({ trigger: tick(60), conditions: { not: { type: "no_data", for_seconds: 7 } } }))
        .silence,
      7000
    )
    const never = start(options({ trigger: tick(60), conditions: { type: "no_data", for_seconds: 100 } }), {
      memory: { ...noMemory, watermark: ms(-50) }
    })
    assert.deepStrictEqual(told(run(never, [])), [])
    assert.isNull(new Backtest(options(fast)).silence)
  })
})

describe("what a test finds", () => {
  it("more than 500 events are counted, the first 500 of all subjects are kept", () => {
    const berta = {
      ...cow,
      id: "01900000-0000-7000-8000-000000000002",
      entityId: "01900000-0000-7000-8000-000000000002"
    }
    const test = start(options(fast))
    test.addSubject({
      subject: berta,
      who: alma,
      memory: noMemory,
      lastSeen: null,
      begins: null,
      inForceSince: null
    })
    const track = Array.from({ length: 600 }, (_, i) => fix(i, 0, i % 2 === 0 ? 20 : 0))
    const { events, total } = run(test, [...track, ...track.map((r) => ({ ...r, subject: berta }))])
    assert.deepStrictEqual([total, events.length, events.at(-1)!.at], [600, 500, ms(498)])
  })

  it("of one time by subject, of one subject as they happened; each has an id, none is late", () => {
    const [a, b, c] = ["a", "b", "c"].map((id) => ({ ...cow, id, entityId: id })),
      test = new Backtest(
        options(
          { conditions: { type: "spatial", relation: "enter" } },
          { features: [area("Home", 0), area("Yard", 0.5)] }
        )
      )
    for (const subject of [b!, c!, a!])
      test.addSubject({
        subject,
        who: alma,
        memory: noMemory,
        lastSeen: null,
        begins: null,
        inForceSince: null
      })
    const { events, failures } = run(
      test,
      [b!, c!, a!].flatMap((subject) => [
        { ...fix(20, 0), subject },
        { ...fix(10, 9), subject }
      ])
    )
    assert.deepStrictEqual(
      events.map((e) => `${e.subject.id} ${e.feature?.name}`),
      ["a Home", "a Yard", "b Home", "b Yard", "c Home", "c Yard"]
    )
    assert.deepStrictEqual(
      [new Set(events.map((e) => e.id)).size, new Set(events.map((e) => e.late)), failures],
      [6, new Set([false]), []]
    )
  })

  it("what is judged in stretches is one result: 500 events of all of them", () => {
    const test = start(options(fast, { to: ms(2000) }))
    for (const part of [0, 1])
      run(
        test,
        Array.from({ length: 600 }, (_, i) => fix(part * 600 + i, 0, i % 2 === 0 ? 20 : 0)),
        ms((part + 1) * 600)
      )
    const { events, total } = test.result()
    assert.deepStrictEqual([total, events.length, events.at(-1)!.at], [600, 500, ms(998)])
  })

  it("records and arrivals of who has not entered are nobody's", () => {
    const test = start(options(fast)),
      stranger = { ...cow, id: "stranger", entityId: "stranger" }
    for (const _ of test.evaluate(
      {
        records: [{ ...fix(1, 0, 20), subject: stranger }],
        arrivals: [{ subjectId: "stranger", at: ms(1) }]
      },
      test.reach
    ));
    assert.strictEqual(test.result().total, 0)
  })

  it("a tick knows the records of its instant, and those alone", () => {
    const low = {
      trigger: tick(60),
      conditions: { type: "threshold", metric: "a", op: "<", value: 3 }
    } as const satisfies Draft
    assert.deepStrictEqual(told(run(start(options(low)), [measured(60, "a", 1), measured(61, "a", 5)])), [
      "60 rise"
    ])
    assert.deepStrictEqual(
      told(run(start(options(low)), [measured(1, "a", 5), measured(61, "a", 1), measured(119, "a", 5)])),
      []
    )
  })

  it("baseline: crossings of one moment feature by feature, and what only the other has by its time", () => {
    const home = area("Home", 0),
      yard = area("Yard", 0.5),
      leaves = (...features: ReadonlyArray<string>) =>
        document({ conditions: { type: "spatial", relation: "exit", feature_ids: features } })
    const two = start(
      options(
        { conditions: { type: "spatial", relation: "exit", feature_ids: [home.id] } },
        {
          features: [home, yard],
          baseline: { id: "old", name: "Old", version: 1, document: leaves(home.id, yard.id) }
        }
      )
    )
    const { baseline: compared } = run(two, [fix(0, 0), fix(10, 9)])
    assert.deepStrictEqual(
      [compared!.unchanged, compared!.removed, compared!.added].map((list) =>
        list.map((e) => e.feature?.name)
      ),
      [["Home"], ["Yard"], []]
    )
    const berta = { ...cow, id: "berta", entityId: "berta" },
      later = start(
        options(
          { conditions: { ...fast.conditions, value: 1000 } },
          { baseline: { id: "old", name: "Old", version: 1, document: document(fast) } }
        )
      )
    later.addSubject({
      subject: berta,
      who: alma,
      memory: noMemory,
      lastSeen: null,
      begins: null,
      inForceSince: null
    })
    const { baseline: gone } = run(later, [fix(9, 0, 20), { ...fix(3, 0, 20), subject: berta }])
    assert.deepStrictEqual(
      gone!.removed.map((e) => (e.at - START) / 1000),
      [3, 9]
    )
  })

  it("others beside it are counted, each for itself, and change neither its events nor its comparison", () => {
    const other = (id: string, draft: Draft) => ({ id, name: id, version: 1, document: document(draft) })
    const baseline = other("old", { conditions: { ...fast.conditions, value: 60 } })
    const beside = [
      other("alerts", {
        ...fast,
        cooldown_seconds: 60,
        event: { ...document(fast).event, create_alert: true }
      }),
      other("ticks", { ...fast, trigger: tick(60) }),
      other("never", { conditions: { ...fast.conditions, value: 1000 } })
    ]
    const track = [fix(0, 0, 20), fix(60, 0, 12), fix(90, 0, 0), fix(120, 0, 12), fix(200, 0, 12)]
    const alone = run(start(options(fast, { baseline })), track)
    const test = run(start(options(fast, { baseline, beside })), track)
    assert.deepStrictEqual(told(test), told(alone))
    assert.deepStrictEqual([test.counts, test.baseline!.totals], [alone.counts, alone.baseline!.totals])
    assert.deepStrictEqual(Object.fromEntries(test.beside), {
      alerts: { fired: 2, reminders: 2, alerts: 2 },
      // no tick comes while it stands
      ticks: { fired: 1, reminders: 0, alerts: 0 },
      never: { fired: 0, reminders: 0, alerts: 0 }
    })
    assert.strictEqual(alone.beside.size, 0)
  })

  it("baseline: events of both by subject, kind, feature and time; the two begin alike", () => {
    const baseline = {
      id: "old",
      name: "Old",
      version: 3,
      document: document({ ...fast, conditions: { ...fast.conditions, value: 60 } })
    }
    const test = start(options(fast, { baseline }), {
      memory: {
        ...noMemory,
        states: [{ ruleId: "old", blankFrom: 1, state: { ...blank, active: true }, episode: null }]
      }
    })
    const { baseline: compared, total } = run(test, [
      fix(0, 0, 20),
      fix(1, 0, 0),
      fix(2, 0, 12),
      fix(3, 0, 20)
    ])
    const times = (list: ReadonlyArray<{ at: number }>) => list.map((e) => (e.at - START) / 1000)
    assert.strictEqual(total, 2)
    assert.deepStrictEqual(
      [times(compared!.added), times(compared!.removed), times(compared!.unchanged)],
      [[2], [3], [0]]
    )
    assert.deepStrictEqual(compared!.totals, { added: 1, removed: 1, unchanged: 1 })
    assert.isNull(run(start(options(fast)), []).baseline)
  })

  it("draws the evaluations at records and ticks of the rule, and nothing unless asked", () => {
    const drawn = run(
      start(options({ ...fast, trigger: tick(60) }, { draw: true, to: ms(180), now: ms(999) }), {
        memory: { ...noMemory, watermark: ms(-9) }
      }),
      [fix(30, 0, 20), fix(130, 0, 0)]
    ).drawings
    assert.deepStrictEqual(
      drawn.map(({ spans }) => spans.map((s) => [(s.from - START) / 1000, (s.to - START) / 1000, s.value])),
      [
        [
          [0, 60, null],
          [60, 180, true]
        ]
      ]
    )
    assert.deepStrictEqual(
      drawn[0]!.series[0]!.points.map((p) => (p.at - START) / 1000),
      [60, 120]
    )
    const records = run(start(options(fast, { draw: true })), [
      fix(30, 0, 20),
      measured(40, "a", 1),
      fix(50, 0, 0)
    ]).drawings
    assert.deepStrictEqual(
      records[0]!.spans.map((s) => s.value),
      [true, false]
    )
    assert.deepStrictEqual(
      records[0]!.series[0]!.points.map((p) => (p.at - START) / 1000),
      [30, 50]
    )
    const upTo = run(
      start(options({ ...fast, trigger: tick(60) }, { draw: true }), {
        memory: { ...noMemory, watermark: ms(-9) }
      }),
      [fix(30, 0, 20)],
      ms(120) + 1
    ).drawings
    assert.deepStrictEqual(
      upTo[0]!.series[0]!.points.map((p) => (p.at - START) / 1000),
      [60, 120]
    )
    assert.deepStrictEqual(run(start(options(fast)), [fix(30, 0, 20)]).drawings, [])
  })

  it("draws the draft alone, of those it concerns, of fifty at most and with so many points in all", () => {
    const baseline = {
      id: "old",
      name: "Old",
      version: 1,
      document: document({ ...fast, trigger: tick(10) })
    }
    const both = start(
      options({ ...fast, trigger: tick(60) }, { draw: true, baseline, to: ms(180), now: ms(999) }),
      { memory: { ...noMemory, watermark: ms(-9) } }
    )
    assert.deepStrictEqual(
      run(both, [fix(5, 0, 20), fix(65, 0, 0)]).drawings[0]!.series[0]!.points.map(
        (p) => (p.at - START) / 1000
      ),
      [60, 120]
    )
    const elsewhere = start(
      options(
        { ...fast, scope: { entity_ids: [PROJECT] } },
        { draw: true, baseline: { ...baseline, document: document(fast) } }
      )
    )
    assert.deepStrictEqual(run(elsewhere, [fix(1, 0)]).drawings, [])

    const crowd = new Backtest(
      options(
        {
          conditions: {
            any: ["a", "b", "c", "d", "e"].map((metric) => ({ type: "threshold", metric, op: ">", value: 0 }))
          },
          trigger: { kind: "measurement" }
        },
        { draw: true }
      )
    )
    const animals = Array.from({ length: 60 }, (_, i) => ({
      ...cow,
      id: `animal ${i}`,
      entityId: `animal ${i}`
    }))
    for (const subject of animals)
      crowd.addSubject({
        subject,
        who: alma,
        memory: noMemory,
        lastSeen: null,
        begins: null,
        inForceSince: null
      })
    const { drawings } = run(
      crowd,
      animals.flatMap((subject) =>
        Array.from({ length: 500 }, (_, i) => ({
          ...measured(i, ["a", "b", "c", "d", "e"][i % 5]!, i),
          subject
        }))
      )
    )
    assert.strictEqual(drawings.length, 50)
    const points = drawings.flatMap((d) => d.series.map((s) => s.points.length))
    assert.isAtMost(
      points.reduce((a, b) => a + b),
      50_000
    )
    assert.isAtLeast(Math.min(...points), 100)
  })

  it("more than 500 differences of a kind are counted, the first 500 kept", () => {
    const baseline = {
      id: "old",
      name: "Old",
      version: 1,
      document: document({ ...fast, conditions: { ...fast.conditions, value: 1000 } })
    }
    const { baseline: compared } = run(
      start(options(fast, { baseline, to: ms(2000) })),
      Array.from({ length: 1200 }, (_, i) => fix(i, 0, i % 2 === 0 ? 20 : 0))
    )
    assert.deepStrictEqual([compared!.added.length, compared!.totals.added], [500, 600])
  })

  it("names the device that sent the record that decided", () => {
    const test = start(
      options(
        { ...fast, event: { event_type: "FAST", title: "{entity} {device}" } },
        { devices: new Map([["d2", "Collar 2"]]) }
      )
    )
    const other = { ...fix(2, 0, 20), subject: { ...cow, deviceId: "d2" } }
    assert.deepStrictEqual(
      run(test, [fix(0, 0, 20), fix(1, 0), other]).events.map((e) => e.title),
      ["Alma Collar 1", "Alma Collar 2"]
    )
  })

  it("a version that cannot be evaluated fails, and says so", () => {
    const test = start(options(fast, { candidate: { id: "r", name: "r", version: 1, document: {} } })),
      berta = { ...cow, id: "berta", entityId: "berta" }
    test.addSubject({
      subject: berta,
      who: alma,
      memory: noMemory,
      lastSeen: null,
      begins: null,
      inForceSince: null
    })
    const { failures, total } = run(test, [fix(0, 0), { ...fix(0, 0), subject: berta }])
    assert.deepStrictEqual([total, failures.length], [0, 1])
  })

  it("knows whom its rules concern", () => {
    const test = new Backtest(options({ ...fast, scope: { entity_ids: [cow.id] } }))
    assert.isTrue(test.appliesTo(alma))
    assert.isFalse(test.appliesTo({ ...alma, entity: null }))
    assert.isFalse(test.hasSubject(cow.id))
    assert.isTrue(start(options(fast)).hasSubject(cow.id))
    assert.isTrue(
      new Backtest(
        options(fast, {
          baseline: { id: "old", name: "Old", version: 1, document: document({ ...fast, trigger: tick(60) }) }
        })
      ).isScheduled
    )
    assert.deepStrictEqual(
      [
        new Backtest(options(fast)).isScheduled,
        new Backtest(options({ ...fast, trigger: tick(60) })).isScheduled
      ],
      [false, true]
    )
  })
})
