// Who has a password looked at next where not everybody can, and who came back as they were told.
import { assert, describe, it } from "vitest"
import { Comebacks } from "../../../src/domain/access/Comebacks.ts"
import {
  affordable,
  type Comer,
  type Lane,
  nextOf,
  spend,
  turnsBefore
} from "../../../src/domain/access/turns.ts"

const START = Date.parse("2026-05-01T00:00:00Z")

const comer = (lane: Lane, arrival: number, since: number | null = null): Comer => ({ lane, arrival, since })

/** The arrivals of those who wait, in the order in which they have their turns. */
const order = (waiting: ReadonlyArray<Comer>, served: Lane | null = null): ReadonlyArray<number> => {
  const next = nextOf(waiting, served)
  return next === undefined
    ? []
    : [
        next.arrival,
        ...order(
          waiting.filter((other) => other !== next),
          next.lane
        )
      ]
}

describe("a share reserved for accounts and addresses without failures", () => {
  it("is every second turn, however many others there are, and every turn while there are none", () => {
    const doubtful = [1, 2, 3, 4].map((n) => comer("doubtful", n)),
      clean = [5, 6].map((n) => comer("clean", n))
    assert.deepStrictEqual(order([...doubtful, ...clean], "clean"), [1, 5, 2, 6, 3, 4])
    assert.deepStrictEqual(order([...doubtful, ...clean], "doubtful"), [5, 1, 6, 2, 3, 4])
    assert.deepStrictEqual(order(doubtful, "doubtful"), [1, 2, 3, 4])
    assert.deepStrictEqual(order([]), [])
  })

  it("goes to whoever came back as told before whoever comes first, and among them to who waits longest", () => {
    assert.deepStrictEqual(
      order([comer("clean", 1), comer("clean", 2, START + 5), comer("clean", 3), comer("clean", 4, START)]),
      [4, 2, 1, 3]
    )
  })

  it("says how many are before somebody, as their turns then come", () => {
    const all = [
      comer("doubtful", 1),
      comer("clean", 2),
      comer("clean", 3, START),
      comer("doubtful", 4),
      comer("clean", 5),
      comer("doubtful", 6, START)
    ]
    for (const served of ["clean", "doubtful"] as const) {
      const turns = order(all, served)
      for (const one of all)
        assert.strictEqual(
          turnsBefore(
            all.filter((other) => other !== one),
            one,
            served
          ),
          turns.indexOf(one.arrival),
          `${one.arrival} after ${served}`
        )
    }
  })

  it("is of processor time: what was done ahead is waited for, and time in which nobody came is not saved up", () => {
    const purse = { share: 0.1, aheadMs: 750, evenAt: -Infinity }
    assert.isBelow(affordable(purse, START), START)
    const spent = spend(spend(purse, START, 500), START + 600, 500)
    assert.strictEqual(spent.evenAt, START + 10_000)
    assert.strictEqual(affordable(spent, START + 1200), START + 2500)
    assert.strictEqual(affordable(spent, START + 1200, 60), START + 3100)
    assert.strictEqual(affordable(spent, START + 3_600_000, 750), START + 3_600_000)
  })
})

describe("who is sent away", () => {
  it("has come back when they come no earlier than they were told, and waits since they were first there", () => {
    const comebacks = new Comebacks()
    assert.isNull(comebacks.sinceOf("a", START))
    comebacks.sendAway("a", 3, START)
    assert.isNull(comebacks.sinceOf("a", START + 2999))
    assert.isNull(comebacks.sinceOf("b", START + 3000))
    comebacks.sendAway("a", 9, START + 2000) // came too early: the first appointment stands
    assert.strictEqual(comebacks.sinceOf("a", START + 3000), START)
    comebacks.sendAway("a", 3, START + 3000)
    assert.strictEqual(comebacks.sinceOf("a", START + 6000), START)
    comebacks.forget("a")
    assert.isNull(comebacks.sinceOf("a", START + 6000))
  })

  it("is forgotten after two minutes, and when too many others are remembered", () => {
    const comebacks = new Comebacks()
    comebacks.sendAway("late", 2, START)
    assert.strictEqual(comebacks.sinceOf("late", START + 120_000), START)
    assert.isNull(comebacks.sinceOf("late", START + 120_001))
    for (let n = 0; n < 10_500; n++) {
      if (n === 9000) comebacks.sendAway("patient", 2, START)
      comebacks.sendAway(`flood ${n}`, 2, START)
    }
    assert.strictEqual(comebacks.size, 10_000)
    assert.strictEqual(comebacks.sinceOf("patient", START + 2000), START)
  })
})
