// Who has a password looked at next where not everybody can, and who came back as they were told.
import { assert, describe, it } from "vitest"
import { affordableAt, charge } from "../../../src/domain/access/CpuBudget.ts"
import {
  type Lane,
  loginsBefore,
  nextLogin,
  type QueuedLogin
} from "../../../src/domain/access/loginQueue.ts"
import { RetryAppointments } from "../../../src/domain/access/RetryAppointments.ts"

const START = Date.parse("2026-05-01T00:00:00Z")

const login = (lane: Lane, arrival: number, firstRefusedAt: number | null = null): QueuedLogin => ({
  lane,
  arrival,
  firstRefusedAt
})

/** Returns the arrival times of queued logins, in the order in which they are served. */
const order = (waiting: ReadonlyArray<QueuedLogin>, served: Lane | null = null): ReadonlyArray<number> => {
  const next = nextLogin(waiting, served)
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
    const doubtful = [1, 2, 3, 4].map((n) => login("doubtful", n)),
      clean = [5, 6].map((n) => login("clean", n))
    assert.deepStrictEqual(order([...doubtful, ...clean], "clean"), [1, 5, 2, 6, 3, 4])
    assert.deepStrictEqual(order([...doubtful, ...clean], "doubtful"), [5, 1, 6, 2, 3, 4])
    assert.deepStrictEqual(order(doubtful, "doubtful"), [1, 2, 3, 4])
    assert.deepStrictEqual(order([]), [])
  })

  it("goes to whoever came back as told before whoever comes first, and among them to who waits longest", () => {
    assert.deepStrictEqual(
      order([login("clean", 1), login("clean", 2, START + 5), login("clean", 3), login("clean", 4, START)]),
      [4, 2, 1, 3]
    )
  })

  it("says how many are before somebody, as their turns then come", () => {
    const all = [
      login("doubtful", 1),
      login("clean", 2),
      login("clean", 3, START),
      login("doubtful", 4),
      login("clean", 5),
      login("doubtful", 6, START)
    ]
    for (const served of ["clean", "doubtful"] as const) {
      const turns = order(all, served)
      for (const one of all)
        assert.strictEqual(
          loginsBefore(
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
    const budget = { share: 0.1, aheadMs: 750, evenAt: -Infinity }
    assert.isBelow(affordableAt(budget, START), START)
    const spent = charge(charge(budget, START, 500), START + 600, 500)
    assert.strictEqual(spent.evenAt, START + 10_000)
    assert.strictEqual(affordableAt(spent, START + 1200), START + 2500)
    assert.strictEqual(affordableAt(spent, START + 1200, 60), START + 3100)
    assert.strictEqual(affordableAt(spent, START + 3_600_000, 750), START + 3_600_000)
  })
})

describe("who is sent away", () => {
  it("has come back when they come no earlier than they were told, and waits since they were first there", () => {
    const appointments = new RetryAppointments()
    assert.isNull(appointments.firstRefusedAt("a", START))
    appointments.refuse("a", 3, START)
    assert.isNull(appointments.firstRefusedAt("a", START + 2999))
    assert.isNull(appointments.firstRefusedAt("b", START + 3000))
    appointments.refuse("a", 9, START + 2000) // came too early: the first appointment stands
    assert.strictEqual(appointments.firstRefusedAt("a", START + 3000), START)
    appointments.refuse("a", 3, START + 3000)
    assert.strictEqual(appointments.firstRefusedAt("a", START + 6000), START)
    appointments.forget("a")
    assert.isNull(appointments.firstRefusedAt("a", START + 6000))
  })

  it("is forgotten after two minutes, and when too many others are remembered", () => {
    const appointments = new RetryAppointments()
    appointments.refuse("late", 2, START)
    assert.strictEqual(appointments.firstRefusedAt("late", START + 120_000), START)
    assert.isNull(appointments.firstRefusedAt("late", START + 120_001))
    for (let n = 0; n < 10_500; n++) {
      if (n === 9000) appointments.refuse("patient", 2, START)
      appointments.refuse(`flood ${n}`, 2, START)
    }
    assert.strictEqual(appointments.size, 10_000)
    assert.strictEqual(appointments.firstRefusedAt("patient", START + 2000), START)
  })
})
