// The table of specification 3.1, crossings as pulses, and holds: each sentence with the
// case that makes it necessary.
import { assert, describe, it } from "@effect/vitest"
import { area, at, measured, story } from "../../support/engine/timeline.ts"

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const kmh = (v: number) => ({ speedMps: v / 3.6 })
const enter = { type: "spatial", relation: "enter", feature_type: "zone" } as const
const exit = { type: "spatial", relation: "exit", feature_type: "zone" } as const
const inside = { type: "spatial", relation: "inside", feature_type: "zone" } as const
const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const

describe("rule firing (specification 3.1)", () => {
  it("inactive: a condition that becomes true fires at once when for_seconds is 0, and stays silent while it stays true", () => {
    const s = story({ conditions: fast })
    assert.deepStrictEqual(s.see(at(0, 5, kmh(30)), at(10, 5, kmh(50)), at(20, 5, kmh(60))), ["10 rise"])
  })
  it("active: a false condition resets, the episode ends, and the next rise fires again", () => {
    const s = story({ conditions: fast })
    assert.deepStrictEqual(s.see(at(0, 5, kmh(50)), at(10, 5, kmh(30)), at(20, 5, kmh(50))), [
      "0 rise",
      "20 rise",
      "10 ended"
    ])
  })
  it("the condition must hold without a break for for_seconds", () => {
    const s = story({ conditions: fast, for_seconds: 30 })
    assert.deepStrictEqual(
      s.see(
        at(0, 5, kmh(50)),
        at(20, 5, kmh(50)),
        at(25, 5, kmh(30)),
        at(30, 5, kmh(50)),
        at(59, 5, kmh(50)),
        at(60, 5, kmh(50))
      ),
      ["60 rise"]
    )
  })
  it("active: fires again as a reminder once the cooldown has elapsed since the last fire, never with cooldown 0", () => {
    const silent = story({ conditions: fast })
    const nagging = story({ conditions: fast, cooldown_seconds: 60 })
    const drive = [0, 30, 59, 60, 90, 121].map((t) => at(t, 5, kmh(50)))
    assert.deepStrictEqual(silent.see(...drive), ["0 rise"])
    assert.deepStrictEqual(nagging.see(...drive), ["0 rise", "60 reminder", "121 reminder"])
  })
  it("a cooldown silences reminders of the same activation and nothing else: a new rise always fires", () => {
    const s = story({ conditions: fast, cooldown_seconds: 3600 })
    assert.deepStrictEqual(s.see(at(0, 5, kmh(50)), at(10, 5, kmh(0)), at(20, 5, kmh(50))), [
      "0 rise",
      "20 rise",
      "10 ended"
    ])
  })
  it("a subject that starts inside has not entered: it must have been outside before", () => {
    const s = story({ conditions: enter }, [area("Meadow", 0)])
    assert.deepStrictEqual(s.see(at(0, 0), at(10, 0.5), at(20, 5), at(30, 0)), ["30 enter Meadow"])
  })
})

describe("truth has three values", () => {
  it("unknown neither starts nor ends anything", () => {
    const s = story({ conditions: fast })
    assert.deepStrictEqual(s.see(at(0, 5, kmh(50)), at(10, 5), at(20, 5, kmh(50))), ["0 rise"])
  })
  it("a missing reading raises no false alarm through not", () => {
    const s = story({ conditions: { not: fast } })
    assert.deepStrictEqual(s.see(at(0, 5), at(10, 5)), [])
    assert.deepStrictEqual(s.see(at(20, 5, kmh(10))), ["20 rise"])
  })
  it("all is false as soon as one part is false, any true as soon as one is true, whatever is unknown", () => {
    const all = story({ conditions: { all: [fast, low] } })
    assert.deepStrictEqual(all.see(at(0, 5, kmh(50))), [])
    const any = story({ conditions: { any: [low, fast] } })
    assert.deepStrictEqual(any.see(at(0, 5, kmh(50))), ["0 rise"])
  })
  it("the latest value of another metric counts for seven days, and not a second longer", () => {
    const week = 7 * 86_400
    const conditions = { all: [low, fast] }
    assert.deepStrictEqual(
      story({ conditions }).see(measured(0, "battery_voltage", 3), at(week, 5, kmh(50))),
      [`${week} rise`]
    )
    assert.deepStrictEqual(
      story({ conditions }).see(measured(0, "battery_voltage", 3), at(week + 1, 5, kmh(50))),
      []
    )
  })
  it("all records of one instant enter the facts before any of them is judged", () => {
    const s = story({ conditions: { all: [low, fast] } })
    assert.deepStrictEqual(s.see(at(5, 5, kmh(50)), measured(5, "battery_voltage", 3)), ["5 rise"])
  })
})

describe("crossings are pulses, per feature", () => {
  it("entering A, then B, on consecutive samples fires twice: a crossing does not leave the rule active", () => {
    const s = story({ conditions: enter }, [area("A", 0), area("B", 2.5)])
    assert.deepStrictEqual(s.see(at(0, -5), at(10, 0), at(20, 2.5)), ["10 enter A", "20 enter B"])
  })
  it("exits come before enters, then by feature id", () => {
    const s = story({ conditions: { any: [enter, exit] } }, [area("A", 0), area("B", 2.5), area("C", 2.6)])
    assert.deepStrictEqual(s.see(at(0, 0), at(10, 2.55)), ["10 exit A", "10 enter B", "10 enter C"])
  })
  it("a fence drawn round a resting herd fires nothing, and works from its first fix on", () => {
    const s = story({ conditions: { any: [enter, exit] } }, [area("A", 50)])
    assert.deepStrictEqual(s.see(at(0, 0)), [])
    s.edit([area("A", 50), area("B", 0, { changedAt: 2 })], 2)
    assert.deepStrictEqual(s.see(at(10, 0)), [])
    assert.deepStrictEqual(s.see(at(20, 9)), ["20 exit B"])
  })
  it("an edited border places silently once", () => {
    const s = story({ conditions: { any: [enter, exit] } }, [area("A", 0)])
    s.see(at(0, 0))
    s.edit([area("A", 20, { changedAt: 2 })], 2)
    assert.deepStrictEqual(s.see(at(10, 0)), [])
    assert.deepStrictEqual(s.see(at(20, 20)), ["20 enter A"])
  })
  it("a rule enabled while the animal is inside is set silently by the first position after it", () => {
    const s = story({ conditions: exit }, [area("A", 0)], 3, 3)
    assert.deepStrictEqual(s.see(at(0, 0), at(10, 5)), ["10 exit A"])
  })
  it("in all, a crossing fires only while the other members are true", () => {
    const s = story({ conditions: { all: [enter, fast] } }, [area("A", 0)])
    assert.deepStrictEqual(
      s.see(at(0, 5, kmh(50)), at(10, 0, kmh(20)), at(20, 5, kmh(50)), at(30, 0, kmh(50))),
      ["30 enter A"]
    )
  })
  it("all with two crossings fires once, when both happen at one sample, naming the last", () => {
    const out = { ...exit, feature_ids: [area("A", 0).id] }
    const into = { ...enter, feature_ids: [area("B", 2.5).id] }
    const s = story({ conditions: { all: [out, into] } }, [area("A", 0), area("B", 2.5)])
    assert.deepStrictEqual(s.see(at(0, 0), at(10, 2.5), at(20, 9), at(30, 2.5)), ["10 enter B"])
  })
  it("in any, crossings fire by themselves and the levels run their own table", () => {
    const s = story({ conditions: { any: [enter, fast] } }, [area("A", 0)])
    assert.deepStrictEqual(s.see(at(0, 5, kmh(50)), at(10, 0, kmh(50)), at(20, 5, kmh(10))), [
      "0 rise",
      "10 enter A",
      "20 ended"
    ])
  })
  it("network locations place nobody", () => {
    const s = story({ conditions: enter }, [area("A", 0)])
    assert.deepStrictEqual(s.see(at(0, 5), at(10, 0, { recordType: "network" }), at(20, 5)), [])
  })
})

describe("holds: event time decides, the clock only wakes", () => {
  it("entered and stayed: with for_seconds a crossing fires at its deadline", () => {
    const s = story({ conditions: enter, for_seconds: 30 }, [area("A", 0)])
    assert.deepStrictEqual(s.see(at(0, 5), at(10, 0), at(20, 0)), [])
    assert.deepStrictEqual(s.see(at(50, 0)), ["40 enter A"])
  })
  it("the opposite crossing cancels the hold: the debounce for a jittery border", () => {
    const s = story({ conditions: enter, for_seconds: 30 }, [area("A", 0)])
    assert.deepStrictEqual(s.see(at(0, 5), at(10, 0), at(20, 5), at(30, 0), at(45, 0), at(61, 0)), [
      "60 enter A"
    ])
  })
  it("an animal that left the fence and fell silent fires by the timer, at arrival plus for_seconds, with the deadline as its time", () => {
    const s = story({ conditions: exit, for_seconds: 60 }, [area("A", 0)])
    s.see(at(0, 0), at(10, 5, { arrives: 25 }))
    assert.strictEqual((s.wakes.at(-1)! - at(0, 0).at) / 1000, 85)
    assert.deepStrictEqual(s.clock(84), [])
    assert.deepStrictEqual(s.clock(85), ["70 exit A"])
    assert.deepStrictEqual(s.clock(200), [])
  })
  it("a record not newer than a deadline a timer judged is late for that rule", () => {
    const s = story({ conditions: exit, for_seconds: 60 }, [area("A", 0)])
    s.see(at(0, 0), at(10, 5))
    assert.deepStrictEqual(s.clock(70), ["70 exit A"])
    assert.strictEqual(s.batch(at(40, 0)).late.size, 1)
  })
  it("a level of inside alone completes at its deadline; one speed spike on a five-minute tag never fires a 30-second rule", () => {
    const place = story({ conditions: inside, for_seconds: 30 }, [area("A", 0)])
    place.see(at(0, 0))
    assert.deepStrictEqual(place.clock(30), ["30 rise A"])
    const spike = story({ conditions: { all: [fast, inside] }, for_seconds: 30 }, [area("A", 0)])
    assert.deepStrictEqual(spike.see(at(0, 0, kmh(50)), at(300, 0, kmh(5))), [])
    assert.deepStrictEqual(spike.wakes, [])
    assert.deepStrictEqual(spike.see(at(600, 0, kmh(50)), at(900, 0, kmh(50))), ["900 rise A"])
  })
  it("in all, one false member at any record cancels a crossing's hold, also a record that starts no evaluation", () => {
    const s = story({ conditions: { all: [exit, low] }, for_seconds: 60 }, [area("A", 0)])
    const before = [measured(0, "battery_voltage", 3), at(1, 0), at(10, 5)]
    assert.deepStrictEqual(
      s.see(...before, measured(30, "battery_voltage", 3.9), measured(40, "battery_voltage", 3), at(80, 5)),
      []
    )
  })
  it("a deadline that is unknown leaves the hold open for the next true evaluation", () => {
    const s = story({ conditions: { all: [exit, fast] }, for_seconds: 60 }, [area("A", 0)])
    s.see(at(0, 0, kmh(50)), at(10, 5, kmh(50)), at(20, 5))
    assert.deepStrictEqual(s.clock(70), [])
    assert.deepStrictEqual(s.see(at(100, 5, kmh(50))), ["100 exit A"])
  })
  it("an edited border ends the holds on it, also when no new fix came before the timer", () => {
    const s = story({ conditions: exit, for_seconds: 60 }, [area("A", 0)])
    s.see(at(0, 0), at(10, 5))
    s.edit([area("A", 5, { changedAt: 2 })], 2)
    assert.deepStrictEqual(s.clock(70), [])
  })
  it("a record exactly at the deadline is its evaluation", () => {
    const s = story({ conditions: enter, for_seconds: 30 }, [area("A", 0)])
    assert.deepStrictEqual(s.see(at(0, 5), at(10, 0), at(40, 5)), [])
    assert.deepStrictEqual(s.see(at(50, 0), at(80, 0)), ["80 enter A"])
  })
  it("batches make no difference: record by record or all at once", () => {
    const drive = [
      at(0, 5, kmh(50)),
      at(10, 0, kmh(50)),
      at(20, 0, kmh(50)),
      at(45, 0, kmh(50)),
      at(60, 9, kmh(10)),
      at(70, 0, kmh(80)),
      at(110, 0, kmh(80))
    ]
    const draft = { conditions: { any: [enter, { all: [fast, inside] }] }, for_seconds: 30 }
    const whole = story(draft, [area("A", 0)])
      .see(...drive)
      .sort()
    const s = story(draft, [area("A", 0)])
    assert.deepStrictEqual(drive.flatMap((p) => s.see(p)).sort(), whole)
    assert.isAbove(whole.length, 2)
  })
})

describe("records in order", () => {
  it("a record not newer than the subject's newest is a change of the past, not a step", () => {
    const s = story({ conditions: fast })
    s.see(at(100, 5, kmh(10)))
    const changes = s.batch(at(50, 5, kmh(90)), at(100, 5, kmh(90)))
    assert.deepStrictEqual([changes.events.length, changes.late.size], [0, 1])
  })
  it("a batch is sorted before it is judged", () => {
    assert.deepStrictEqual(story({ conditions: enter }, [area("A", 0)]).see(at(20, 0), at(10, 5), at(0, 0)), [
      "20 enter A"
    ])
  })
})
