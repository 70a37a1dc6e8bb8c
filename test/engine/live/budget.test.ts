// What a turn may cost: bounds that follow the machine, shares of what is scarce, and how little is tried of
// what fails.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  DEFAULT_BATCH_LIMITS,
  AdaptiveBatchLimit,
  TurnBudget
} from "../../../src/engine/live/AdaptiveBatchLimit.ts"
import { maxMinFairShares } from "../../../src/engine/live/maxMinFairShares.ts"
import { FailureTracker } from "../../../src/engine/live/FailureTracker.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"

describe("bounds", () => {
  it("are halved by a commit that took twice 300 ms or failed, and grow a tenth with one below 270 ms, never beyond what they were", () => {
    const budget = new AdaptiveBatchLimit()
    assert.deepStrictEqual(budget.current, DEFAULT_BATCH_LIMITS)
    budget.recordDuration(6000)
    assert.strictEqual(budget.current.events, DEFAULT_BATCH_LIMITS.events / 2)
    budget.halve()
    assert.strictEqual(budget.current.events, DEFAULT_BATCH_LIMITS.events / 4)
    for (const ms of [270, 280, 300]) budget.recordDuration(ms)
    assert.strictEqual(budget.current.events, DEFAULT_BATCH_LIMITS.events / 4)
    budget.recordDuration(269)
    assert.strictEqual(budget.current.events, Math.floor((DEFAULT_BATCH_LIMITS.events / 4) * 1.1))
    for (let n = 0; n < 50; n++) budget.recordDuration(1)
    assert.deepStrictEqual(budget.current, DEFAULT_BATCH_LIMITS)
  })

  it("shrink by as much as a commit was too slow: a machine that is a quarter too slow for a whole turn keeps four fifths of it", () => {
    const budget = new AdaptiveBatchLimit(),
      ms = () => (375 * budget.current.records) / DEFAULT_BATCH_LIMITS.records
    for (let n = 0; n < 20; n++) budget.recordDuration(ms())
    assert.strictEqual(budget.current.records, DEFAULT_BATCH_LIMITS.records * 0.8)
    budget.recordDuration(600) // something else held one up: those after it are nine tenths of what they were, or more
    for (let n = 0; n < 20; n++) budget.recordDuration(ms())
    assert.isAtLeast(budget.current.records, DEFAULT_BATCH_LIMITS.records * 0.72)
    assert.isAtMost(ms(), 300)
  })

  it("shrink to an eighth where every commit is slow, and no further: a slow disk is not mended by small commits", () => {
    const budget = new AdaptiveBatchLimit()
    for (let n = 0; n < 20; n++) budget.recordDuration(1000)
    assert.strictEqual(budget.current.events, DEFAULT_BATCH_LIMITS.events / 8)
    for (let n = 0; n < 3; n++) budget.halve()
    budget.recordDuration(1000)
    assert.strictEqual(budget.current.events, Math.floor(DEFAULT_BATCH_LIMITS.events / 64))
  })

  it("leave something to be tried, however often it failed", () => {
    const budget = new AdaptiveBatchLimit({ events: 10, evaluations: 10, bytes: 10, records: 10 })
    for (let n = 0; n < 100; n++) budget.halve()
    assert.deepStrictEqual(budget.current, { events: 1, evaluations: 1, bytes: 1, records: 1 })
    for (let n = 0; n < 200; n++) budget.recordDuration(1)
    assert.strictEqual(budget.current.events, 10)
  })
})

describe("a turn", () => {
  const bounds = { events: 100, evaluations: 1000, bytes: 10_000 }

  it("is shared equally by those to come, and who takes less leaves it to the others", () => {
    const work = { events: 0, evaluations: 0, bytes: 0 },
      turn = new TurnBudget(work, bounds)
    const first = turn.share(4)
    work.events = 24
    assert.isFalse(first())
    work.events = 25
    assert.isTrue(first())
    work.events = 10 // had it taken less
    const second = turn.share(3)
    work.events = 39
    assert.isFalse(second())
    work.events = 40
    assert.isTrue(second())
  })

  it("ends by whichever bound is reached first", () => {
    for (const name of ["events", "evaluations", "bytes"] as const) {
      const work = { events: 0, evaluations: 0, bytes: 0 },
        isSpent = new TurnBudget(work, bounds).share(1)
      work[name] = bounds[name] - 1
      assert.isFalse(isSpent())
      work[name]++
      assert.isTrue(isSpent())
    }
  })

  it("has something for everybody, also where those before left nothing", () => {
    const work = { events: 0, evaluations: 0, bytes: 0 },
      turn = new TurnBudget(work, bounds)
    work.events = 500
    const isSpent = turn.share(5)
    work.events = 504
    assert.isFalse(isSpent())
    work.events = 505
    assert.isTrue(isSpent())
  })
})

describe("shares", () => {
  it("give those who want least what they want, and the others an equal part of the rest", () => {
    assert.deepStrictEqual(
      maxMinFairShares([{ size: 100 }, { size: 1 }, { size: 50 }, { size: 3 }], 44).map((s) => s.share),
      [1, 3, 20, 20]
    )
    assert.deepStrictEqual(
      maxMinFairShares([{ size: 5 }, { size: 5 }], 100).map((s) => s.share),
      [5, 5]
    )
    assert.deepStrictEqual(
      maxMinFairShares([{ size: 5 }, { size: 9 }], 1).map((s) => s.share),
      [1, 1]
    )
    assert.deepStrictEqual(maxMinFairShares([], 1), [])
  })

  const Sizes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })))
  it.effect.prop(
    "are max-min fair: who gets less than it wants gets no less than anybody",
    { sizes: Sizes },
    ({ sizes }) =>
      Effect.sync(() => {
        const given = maxMinFairShares(
            sizes.map((size) => ({ size })),
            300
          ),
          most = Math.max(0, ...given.map((g) => g.share))
        for (const { of, share } of given)
          assert.isTrue(
            share === of.size || share >= most - 1,
            `${share} of ${of.size}, where another has ${most}`
          )
        assert.isAtMost(
          given.reduce((sum, g) => sum + g.share, 0),
          Math.max(300, sizes.length)
        )
      }),
    propertyRuns(300)
  )
})

describe("what is in trouble", () => {
  it("is tried in ever smaller pieces, down to one instant, and after some that went well in larger ones again", () => {
    const troubles = new FailureTracker(),
      events = () => troubles.of("p").reduce(DEFAULT_BATCH_LIMITS).events
    assert.strictEqual(events(), 1000)
    const tried = Array.from({ length: 5 }, () => {
      troubles.recordFailure("p", "why", false, 0)
      return events()
    })
    assert.deepStrictEqual(tried, [125, 15, 1, 1, 1])
    assert.deepStrictEqual(troubles.of("p").reduce(DEFAULT_BATCH_LIMITS), {
      events: 1,
      evaluations: 1,
      bytes: 1,
      records: 1
    })
    for (let n = 0; n < 7; n++) troubles.recordSuccess("p")
    assert.strictEqual(troubles.of("p").reduce(DEFAULT_BATCH_LIMITS).records, 1)
    troubles.recordSuccess("p")
    assert.strictEqual(troubles.of("p").reduce(DEFAULT_BATCH_LIMITS).records, Math.floor(5000 / 512))
    for (let n = 0; n < 24; n++) troubles.recordSuccess("p")
    assert.strictEqual(events(), 1000)
  })

  it("rests twice as long with each failure in a row, a minute at most, and not after one that the database explains", () => {
    const troubles = new FailureTracker()
    const rests = Array.from({ length: 9 }, () => {
      troubles.recordFailure("p", "why", false, 0)
      let ms = 0
      while (troubles.isBackingOff("p", ms)) ms += 500
      return ms
    })
    assert.deepStrictEqual(rests, [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    troubles.recordSuccess("p")
    troubles.recordFailure("p", "why", false, 0)
    assert.deepStrictEqual([troubles.isBackingOff("p", 499), troubles.isBackingOff("p", 500)], [true, false])
    troubles.recordFailure("p", "why", true, 0)
    assert.isFalse(troubles.isBackingOff("p", 0))
    // a clock that was set back makes nobody rest for ever
    troubles.recordFailure("p", "why", false, 1e9)
    assert.isFalse(troubles.isBackingOff("p", 0))
  })

  it("is given up when a single instant is refused and refused again, and for no other reason", () => {
    const refused = new FailureTracker(),
      failed = new FailureTracker(),
      hopeless: Array<boolean> = []
    for (let n = 0; n < 7; n++) {
      refused.recordFailure("p", "22001", true)
      failed.recordFailure("p", "gone", false, 0)
      hopeless.push(refused.of("p").isUnrecoverable)
      assert.isFalse(failed.of("p").isUnrecoverable)
    }
    assert.deepStrictEqual(hopeless, [false, false, false, false, false, true, true])
    refused.recordSuccess("p") // it was stepped over: the next one is tried again
    assert.isFalse(refused.of("p").isUnrecoverable)
    assert.strictEqual(refused.of("p").detail, "22001")
  })

  it("of a thousand and one the oldest is forgotten", () => {
    const troubles = new FailureTracker()
    for (let n = 0; n <= 1000; n++) troubles.recordFailure(`${n}`, "why", false)
    assert.deepStrictEqual(
      [troubles.of("0").failures, troubles.of("1").failures, troubles.of("1000").failures],
      [0, 1, 1]
    )
  })
})
