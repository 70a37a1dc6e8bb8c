// Tries at passwords: some are free, then waits double, and peace is rewarded.
import { assert, describe, it } from "vitest"
import {
  countAttempt,
  FREE_FAILURES_PER_ACCOUNT,
  type Tries,
  forgiveAttempt,
  waitAt,
  waitOf
} from "../../../src/domain/access/throttle.ts"

const NONE: Tries = { failures: 0, lastAt: 0, blockedUntil: null }
const START = Date.parse("2026-05-01T00:00:00Z")
const MINUTE = 60_000

/** The waits after `n` failures, each countAttempt as soon as it may be. */
const waits = (n: number): ReadonlyArray<number> => {
  let tries = NONE,
    now = START
  return Array.from({ length: n }, () => {
    now += waitOf(tries, now)
    tries = countAttempt(tries, FREE_FAILURES_PER_ACCOUNT, now)
    return waitOf(tries, now) / 1000
  })
}

describe("the throttle of logins", () => {
  it("lets some failures pass, then doubles the wait, and never beyond a quarter of an hour", () => {
    assert.deepStrictEqual(waits(18), [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
  })

  it("allows a hundred guesses a day and not many more, and locks nobody out for ever", () => {
    const day = waits(500).reduce<readonly [guesses: number, seconds: number]>(
      ([guesses, seconds], wait) => (seconds > 86_400 ? [guesses, seconds] : [guesses + 1, seconds + wait]),
      [0, 0]
    )
    assert.isBelow(day[0], 120)
    assert.isTrue(waits(500).every((wait) => wait <= 900))
  })

  it("forgets after an hour without a try", () => {
    const tries = { failures: 40, lastAt: START, blockedUntil: START + 15 * MINUTE }
    assert.strictEqual(countAttempt(tries, FREE_FAILURES_PER_ACCOUNT, START + 60 * MINUTE).failures, 41)
    assert.deepStrictEqual(countAttempt(tries, FREE_FAILURES_PER_ACCOUNT, START + 61 * MINUTE), {
      failures: 1,
      lastAt: START + 61 * MINUTE,
      blockedUntil: null
    })
  })

  it("takes back the try that succeeded, and no other", () => {
    const tries = { failures: 30, lastAt: START, blockedUntil: null }
    assert.deepStrictEqual(forgiveAttempt(countAttempt(tries, 30, START)), tries)
    assert.strictEqual(forgiveAttempt(NONE).failures, 0)
  })

  it("an account that has not failed at an address where others have: looked at when it comes back, six times a minute for all of them", () => {
    const all = { failures: 40, lastAt: START, blockedUntil: START + 15 * MINUTE }
    const first = waitAt({ all, here: NONE }, START + MINUTE, false)
    assert.strictEqual(first, 10_000, "whoever comes for the first time is told to come back")
    assert.strictEqual(waitAt({ all, here: NONE }, START + MINUTE + first, true), 0)
    const then = START + MINUTE + first,
      next = countAttempt(all, 30, then)
    assert.strictEqual(waitAt({ all: next, here: NONE }, then + 4000, true), 6000, "one after the other")
    const failed = { failures: 1, lastAt: START + MINUTE, blockedUntil: null }
    assert.strictEqual(
      waitAt({ all, here: failed }, START + 2 * MINUTE, true),
      13 * MINUTE,
      "each account gives a guesser one try more"
    )
    assert.strictEqual(
      waitAt(
        { all: { ...all, blockedUntil: START + 2 * MINUTE + 500 }, here: NONE },
        START + 2 * MINUTE,
        false
      ),
      500
    )
    assert.strictEqual(waitAt({ all: NONE, here: failed }, START + MINUTE, false), 0)
    assert.strictEqual(
      waitAt({ all: NONE, here: { ...failed, blockedUntil: START + 2 * MINUTE } }, START + MINUTE, true),
      MINUTE
    )
  })
})
