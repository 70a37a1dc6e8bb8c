// Making and trying password hashes, one at a time and with a twentieth of the machine over time: whoever hammers the login slows down
// other logins, and nothing else.
import { Clock, Context, Data, Effect, Layer, Metric, Semaphore } from "effect"
import { availableParallelism } from "node:os"
import { NOBODYS } from "./passwordHash.ts"
import { passwordHasher } from "./PasswordHasher.ts"

/** So many wait for their turn that another had better come back. */
export class Crowded extends Data.TaggedError("Crowded") {}

/** Who may wait. */
const QUEUE = 24

/**
 * The part of one processor that hashing has in the long run, and how much work, in ms, may be done ahead: some ten logins. `yields`:
 * it comes after whatever else wants a processor (Linux).
 */
export const HashingBudget = Context.Reference<{ readonly share: number; readonly aheadMs: number; readonly yields: boolean }>("store/HashingBudget", {
  defaultValue: () => ({ share: Math.min(1, availableParallelism() / 20), aheadMs: 750, yields: true })
})

/** Password hashes tried so far, of accounts that are there and of some that are not. */
export const passwordsTried = Metric.counter("pugmark_passwords_tried_total", { description: "password hashes tried", incremental: true })

export class Passwords extends Context.Service<Passwords, {
  /** Fails when whoever comes now would be sent away: to be asked before anything else is done for them. */
  readonly checkCrowd: Effect.Effect<void, Crowded>
  readonly hash: (password: string) => Effect.Effect<string, Crowded>
  /** Null, of an account that is not there or has no password, is tried like any other and is never right. */
  readonly verify: (password: string, phc: string | null) => Effect.Effect<boolean, Crowded>
}>()("store/Passwords") {
  static readonly layer = Layer.effect(Passwords, Effect.suspend(() => make))
}

const steadyMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

const make = Effect.gen(function*() {
  const { aheadMs, share, yields } = yield* HashingBudget
  const hasher = yield* passwordHasher(yields)
  const turn = yield* Semaphore.make(1)
  let waiting = 0
  /** When all work done so far is within its share, on the clock that nobody sets, ms. */
  let evenAt = -Infinity

  // A caller who leaves does not end the work of a thread, so it does not end the turn either.
  const inTurn = <A>(work: () => Promise<A>) => Effect.gen(function*() {
    const early = evenAt - aheadMs / share - (yield* steadyMs)
    if (early > 0) yield* Effect.sleep(early)
    const started = yield* steadyMs
    const worked = Effect.gen(function*() {
      const result = yield* Effect.promise(work)
      // the time it waited for a processor counts too: where others want it, fewer are tried
      evenAt = Math.max(evenAt, started) + ((yield* steadyMs) - started) / share
      return result
    })
    return yield* Effect.uninterruptible(worked)
  })

  const checkCrowd = Effect.suspend(() => waiting > QUEUE ? Effect.fail(new Crowded()) : Effect.void)

  const queued = <A>(work: () => Promise<A>): Effect.Effect<A, Crowded> => Effect.andThen(checkCrowd, Effect.suspend(() => {
    waiting++
    return Effect.ensuring(turn.withPermits(1)(inTurn(work)), Effect.sync(() => { waiting-- }))
  }))

  const verify = (password: string, phc: string | null) =>
    Effect.tap(queued(() => hasher.verify(password, phc ?? NOBODYS)), Metric.update(passwordsTried, 1))

  return Passwords.of({ checkCrowd, hash: (password) => queued(() => hasher.hash(password)), verify })
})
