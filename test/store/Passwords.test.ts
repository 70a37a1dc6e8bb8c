// Password hashes: who may have one tried, and how much of the machine that takes.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HashingBudget, Passwords } from "../../src/store/Passwords.ts"

/** How long it takes to try a password three times, ms, when so much of a processor may be used and nothing ahead. */
const threeTries = (share: number) => Effect.gen(function*() {
  const passwords = yield* Passwords
  const began = performance.now()
  for (let n = 0; n < 3; n++) yield* passwords.verify("a guess", null)
  return performance.now() - began
}).pipe(Effect.provide(Passwords.layer), Effect.provideService(HashingBudget, { share, aheadMs: 0, yields: false }))

describe("passwords", () => {
  it.live("are tried in a part of the time: whoever is next waits until the ones before have been within it", () => Effect.gen(function*() {
    const freely = yield* threeTries(1)
    const shared = yield* threeTries(0.1)
    assert.isAbove(shared, 3 * freely)
  }))

  it.live("are tried for so many at a time; the others are told before anything is done for them", () => Effect.gen(function*() {
    const passwords = yield* Passwords
    yield* passwords.checkCrowd
    const waiting = yield* Effect.forEach(Array.from({ length: 25 }), () => Effect.forkChild(passwords.verify("a guess", null), { startImmediately: true }))
    assert.strictEqual((yield* Effect.flip(passwords.checkCrowd))._tag, "Crowded")
    assert.strictEqual((yield* Effect.flip(passwords.verify("a guess", null)))._tag, "Crowded")
    yield* Fiber.interruptAll(waiting)
    yield* passwords.checkCrowd
  }).pipe(Effect.provide(Passwords.layer), Effect.provideService(HashingBudget, { share: 1, aheadMs: 60_000, yields: true })))
})
