// Who is late, who is silent.
import { assert, describe, it } from "@effect/vitest"
import { medianInterval, reportingOf, silentAfterMs } from "../../../src/domain/tracking/reporting.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Times of fixes, newest first, with these intervals between them in minutes. */
const every = (...minutes: ReadonlyArray<number>) =>
  minutes.reduce((times, gap) => [...times, times.at(-1)! - gap * MINUTE], [1e12])

describe("reporting", () => {
  it("the usual interval is the median of those there are", () => {
    assert.isNull(medianInterval([]))
    assert.isNull(medianInterval([1e12]))
    assert.strictEqual(medianInterval(every(7)), 7 * MINUTE)
    assert.strictEqual(medianInterval(every(5, 600, 5)), 5 * MINUTE)
    assert.strictEqual(medianInterval(every(5, 600, 5, 15)), 10 * MINUTE)
  })

  it("late is who lets four usual intervals pass, and a quarter of an hour at least", () => {
    const judge = (minutes: number, times: ReadonlyArray<number>) =>
      reportingOf(minutes * MINUTE, 24 * HOUR, medianInterval(times))
    assert.strictEqual(judge(-5, every(1, 1)), "on_time")
    assert.strictEqual(judge(15, every(1, 1)), "on_time")
    assert.strictEqual(judge(15.1, every(1, 1)), "late")
    assert.strictEqual(judge(240, every(60, 60)), "on_time")
    assert.strictEqual(judge(241, every(60, 60)), "late")
    assert.strictEqual(judge(600, every()), "on_time", "nothing says what is usual")
    assert.strictEqual(judge(24 * 60, every(1)), "late")
    assert.strictEqual(judge(24 * 60 + 1, every(1)), "silent")
    assert.strictEqual(judge(24 * 60 + 1, every(48 * 60)), "silent")
  })

  it("silent is who is so for the hours that the project says, or 24", () => {
    assert.strictEqual(silentAfterMs(6), 6 * HOUR)
    assert.strictEqual(silentAfterMs(0.5), HOUR / 2)
    assert.strictEqual(silentAfterMs(1e12), 366 * 24 * HOUR)
    for (const nonsense of [null, undefined, "6", 0, -1, NaN, {}])
      assert.strictEqual(silentAfterMs(nonsense), 24 * HOUR)
  })
})
