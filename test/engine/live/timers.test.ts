// Timers and ticks as plain arithmetic: which comes next, for whom, and how many there are.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import type { Rule } from "../../../src/domain/rule/Rule.ts"
import { Schedule, Ticked } from "../../../src/engine/live/Schedule.ts"
import {
  MAX_MISSED,
  nextTick,
  ruleTickAfter,
  tickAfter,
  tickAt,
  ticksUpTo
} from "../../../src/engine/evaluate/ticks.ts"
import { type Timer, Timers } from "../../../src/engine/live/Timers.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"

const all = () => true
const timer = (at: number, partition = 0): Timer => ({
  at,
  partition,
  projectId: "p",
  subject: `s${at}`,
  ruleId: "r"
})
/** Schedules are all that is asked of these rules. */
const every = (everyMs: number | null, activeFrom = 0) => ({ everyMs, activeFrom }) as Rule
const minute = every(60_000),
  hour = every(3_600_000)

describe("timers", () => {
  it("are none at first", () => {
    const timers = new Timers()
    assert.deepStrictEqual(
      [timers.size, timers.next(all), timers.due(1e9, 10, [0, 1], all)],
      [0, Infinity, []]
    )
  })

  it("are due at their moment, and not before", () => {
    const timers = new Timers()
    timers.set(timer(100))
    assert.deepStrictEqual([timers.size, timers.next(all), timers.due(99, 10, [0], all)], [1, 100, []])
    assert.deepStrictEqual(timers.due(100, 10, [0], all), [timer(100)])
    assert.deepStrictEqual([timers.size, timers.next(all)], [0, Infinity])
  })

  it("of a partition that is not asked for stay, and are next all the same", () => {
    const timers = new Timers()
    for (const t of [timer(300, 3), timer(200, 5), timer(100, 15)]) timers.set(t)
    assert.deepStrictEqual([timers.size, timers.next(all)], [3, 100])
    assert.deepStrictEqual(timers.due(1000, 10, [3, 5], all), [timer(300, 3), timer(200, 5)])
    assert.deepStrictEqual([timers.size, timers.next(all)], [1, 100])
  })

  it("come no more at once than are asked for", () => {
    const timers = new Timers()
    for (const at of [1, 2, 3]) timers.set(timer(at, at))
    assert.deepStrictEqual(timers.due(10, 2, [1, 2, 3], all), [timer(1, 1), timer(2, 2)])
    assert.strictEqual(timers.size, 1)
  })

  it("of a project that has many due leave room for those of others, the earliest of each first", () => {
    const timers = new Timers()
    for (let at = 1; at <= 100; at++) timers.set(timer(at))
    timers.set({ ...timer(100), projectId: "q" })
    timers.set({ ...timer(90), projectId: "q" })
    assert.deepStrictEqual(
      timers.due(100, 5, [0], all).map((t) => `${t.projectId} ${t.at}`),
      ["q 90", "q 100", "p 1", "p 2", "p 3"]
    )
    assert.strictEqual(timers.size, 97)
  })

  it("of a project that may not go off in a partition wait there, and are not next", () => {
    const timers = new Timers()
    for (const t of [timer(1), timer(2, 1), { ...timer(3), projectId: "q" }]) timers.set(t)
    const others = (projectId: string, partition: number) => projectId !== "p" || partition !== 0
    assert.deepStrictEqual(
      timers.due(2, 9, [0, 1], others).map((t) => t.at),
      [2]
    )
    assert.deepStrictEqual([timers.next(others), timers.next(all), timers.size], [3, 1, 2])
    assert.deepStrictEqual(timers.due(2, 9, [0, 1], all), [timer(1)])
  })

  it("that had no time to go off come again, in their order", () => {
    const timers = new Timers()
    for (const at of [1, 2, 3]) timers.set(timer(at))
    const [, ...rest] = timers.due(9, 3, [0], all)
    timers.giveBack(rest)
    assert.deepStrictEqual(
      [timers.size, timers.next(all), timers.due(9, 3, [0], all).map((t) => t.at)],
      [2, 2, [2, 3]]
    )
  })

  const Moments = Schema.Array(
    Schema.Struct({
      at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 })),
      takes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))
    })
  )
  it.effect.prop(
    "of one partition come earliest first, whatever was set and taken before",
    { steps: Moments },
    ({ steps }) =>
      Effect.sync(() => {
        const timers = new Timers(),
          kept: Array<number> = []
        for (const { at, takes } of steps) {
          timers.set(timer(at))
          kept.push(at)
          kept.sort((a, b) => a - b)
          assert.strictEqual(timers.next(all), kept[0])
          assert.deepStrictEqual(
            timers.due(1e9, takes, [0], all).map((t) => t.at),
            kept.splice(0, takes)
          )
          assert.deepStrictEqual([timers.size, timers.next(all)], [kept.length, kept[0] ?? Infinity])
        }
        assert.deepStrictEqual(
          timers.due(25, Infinity, [0], all).map((t) => t.at),
          kept.filter((at) => at <= 25)
        )
      }),
    propertyRuns(300)
  )
})

describe('"Ticks are a pure function of the interval: `floor(epoch / N) * N`"', () => {
  it.each([
    [0, 60_000, 0],
    [59_999, 60_000, 0],
    [60_000, 120_000, 60_000],
    [60_001, 120_000, 60_000]
  ])("at %d: next %d, newest %d", (moment, after, at) => {
    assert.deepStrictEqual([tickAfter(60_000, moment), tickAt(60_000, moment)], [after, at])
    assert.strictEqual(ruleTickAfter(minute, moment), after)
  })

  it("a version judges no tick up to the moment at which it came into force", () => {
    assert.deepStrictEqual(
      [59_999, 60_000, 119_999].map((from) => ruleTickAfter(every(60_000, from), 0)),
      [60_000, 120_000, 120_000]
    )
    assert.strictEqual(ruleTickAfter(every(60_000, 60_000), 200_000), 240_000)
  })

  it("a rule without a schedule has none", () =>
    assert.deepStrictEqual(
      [ruleTickAfter(every(null), 0), nextTick([], 0), nextTick([every(null)], 0)],
      [Infinity, Infinity, Infinity]
    ))

  it("of several rules the earliest is next", () => {
    assert.strictEqual(nextTick([hour, minute], 0), 60_000)
    assert.strictEqual(nextTick([minute, hour], 3_599_999), 3_600_000)
    assert.strictEqual(nextTick([hour], 1), 3_600_000)
  })

  it("missed ones are counted rule by rule, no more of each than are judged", () => {
    assert.strictEqual(ticksUpTo([], 0, 1e9), 0)
    assert.strictEqual(ticksUpTo([minute], 0, 60_001), 1)
    assert.strictEqual(ticksUpTo([minute], 0, 59_999), 0)
    assert.strictEqual(ticksUpTo([minute, hour], 0, 3_600_001), 61)
    assert.strictEqual(ticksUpTo([minute], 1e9, 0), 0)
    assert.strictEqual(ticksUpTo([minute, hour], 0, 60_000 * 1e6), MAX_MISSED * 2)
  })
})

describe("the schedule of a project", () => {
  const to = (first: number, rest = 0): Ticked => {
    const judged = new Ticked()
    for (let p = 0; p < PARTITIONS; p++) judged.set(p, p === 0 ? first : rest, null)
    return judged
  }

  it("is due in each partition by itself", () => {
    const schedule = new Schedule([minute], to(600_000))
    assert.strictEqual(schedule.next(all), 60_000)
    assert.deepStrictEqual(
      [
        schedule.isDue(1, 59_999),
        schedule.isDue(1, 60_000),
        schedule.isDue(0, 600_000),
        schedule.isDue(0, 660_000)
      ],
      [false, true, false, true]
    )
  })

  it("remembers what was judged, in place, and what comes then", () => {
    const judged = to(0),
      schedule = new Schedule([minute], judged)
    for (let p = 0; p < PARTITIONS; p++) schedule.ticked(p, p === 3 ? 120_000 : 180_000, null)
    assert.deepStrictEqual([judged.to[3], judged.to[4], schedule.next(all)], [120_000, 180_000, 180_000])
    assert.deepStrictEqual([schedule.isDue(3, 180_000), schedule.isDue(4, 180_000)], [true, false])
  })

  it("knows its newest tick, of whichever rule", () => {
    assert.deepStrictEqual(
      [
        new Schedule([hour, minute], to(0)).newest(0, 3_690_000),
        new Schedule([hour], to(0)).newest(0, 3_690_000)
      ],
      [3_660_000, 3_600_000]
    )
  })

  it("follows another edition of the rules from where it was", () => {
    const schedule = new Schedule([hour], to(0))
    assert.strictEqual(schedule.next(all), 3_600_000)
    schedule.follow([minute])
    assert.deepStrictEqual([schedule.next(all), schedule.newest(0, 90_000)], [60_000, 60_000])
    schedule.ticked(0, 60_000, null)
    assert.isFalse(schedule.isDue(0, 119_999))
    assert.isTrue(schedule.isDue(0, 120_000))
  })

  it("needs receipts from the oldest tick that will be judged on, of at most 5,000 a rule", () => {
    assert.strictEqual(
      new Schedule([hour], to(7_200_000, 3_600_000)).oldest(1e12),
      1e12 - (1e12 % 3_600_000) - (MAX_MISSED - 1) * 3_600_000
    )
    const now = 3_600_000 * 100 + 5
    assert.strictEqual(new Schedule([hour], to(3_600_000 * 98, 3_600_000 * 97)).oldest(now), 3_600_000 * 98)
    assert.strictEqual(
      new Schedule([hour, minute], to(now, now - 600_000)).oldest(now),
      tickAfter(60_000, now - 600_000)
    )
    // nothing is due before now
    assert.strictEqual(new Schedule([hour], to(now, now)).oldest(now), now)
  })
})
