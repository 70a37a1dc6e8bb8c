// Ticks as plain arithmetic: which comes next, for whom, and how many there are.
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"
import { assert, describe, it } from "@effect/vitest"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import type { Rule } from "../../../src/domain/rule/Rule.ts"
import { Schedule, TickProgress } from "../../../src/engine/live/Schedule.ts"
import {
  MAX_MISSED_TICKS,
  nextTick,
  ruleTickAfter,
  tickAfter,
  tickAt,
  ticksUpTo
} from "../../../src/engine/evaluate/ticks.ts"

const all = () => true
/** Schedules are all that is asked of these rules. */
const every = (everyMs: number | null, activeFrom = 0) => ({ everyMs, activeFrom }) as Rule
const minute = every(60_000),
  hour = every(3_600_000)

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
    assert.strictEqual(ticksUpTo([minute, hour], 0, 60_000 * 1e6), MAX_MISSED_TICKS * 2)
  })
})

describe("the schedule of a project", () => {
  const to = (first: number, rest = 0): TickProgress => {
    const judged = new TickProgress()
    for (let p = 0; p < PARTITIONS; p++) judged.set(p, p === 0 ? first : rest, null)
    return judged
  }

  it("is due in each partition by itself", () => {
    const schedule = new Schedule([minute], to(600_000), ALL_PARTITIONS)
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
      schedule = new Schedule([minute], judged, ALL_PARTITIONS)
    for (let p = 0; p < PARTITIONS; p++) schedule.recordTicks(p, p === 3 ? 120_000 : 180_000, null)
    assert.deepStrictEqual([judged.to[3], judged.to[4], schedule.next(all)], [120_000, 180_000, 180_000])
    assert.deepStrictEqual([schedule.isDue(3, 180_000), schedule.isDue(4, 180_000)], [true, false])
  })

  it("knows its newest tick, of whichever rule", () => {
    assert.deepStrictEqual(
      [
        new Schedule([hour, minute], to(0), ALL_PARTITIONS).newestTick(0, 3_690_000),
        new Schedule([hour], to(0), ALL_PARTITIONS).newestTick(0, 3_690_000)
      ],
      [3_660_000, 3_600_000]
    )
  })

  it("follows another edition of the rules from where it was", () => {
    const schedule = new Schedule([hour], to(0), ALL_PARTITIONS)
    assert.strictEqual(schedule.next(all), 3_600_000)
    schedule.setRules([minute])
    assert.deepStrictEqual([schedule.next(all), schedule.newestTick(0, 90_000)], [60_000, 60_000])
    schedule.recordTicks(0, 60_000, null)
    assert.isFalse(schedule.isDue(0, 119_999))
    assert.isTrue(schedule.isDue(0, 120_000))
  })

  it("needs receipts from the oldest tick that will be judged on, of at most 5,000 a rule", () => {
    assert.strictEqual(
      new Schedule([hour], to(7_200_000, 3_600_000), ALL_PARTITIONS).oldestTick(1e12),
      1e12 - (1e12 % 3_600_000) - (MAX_MISSED_TICKS - 1) * 3_600_000
    )
    const now = 3_600_000 * 100 + 5
    assert.strictEqual(
      new Schedule([hour], to(3_600_000 * 98, 3_600_000 * 97), ALL_PARTITIONS).oldestTick(now),
      3_600_000 * 98
    )
    assert.strictEqual(
      new Schedule([hour, minute], to(now, now - 600_000), ALL_PARTITIONS).oldestTick(now),
      tickAfter(60_000, now - 600_000)
    )
    // nothing is due before now
    assert.strictEqual(new Schedule([hour], to(now, now), ALL_PARTITIONS).oldestTick(now), now)
  })
})
