// Making and trying password hashes, one at a time and no more than a fifth of a processor over time: whoever hammers the login slows
// down other logins, and nothing else.
import { Clock, Context, Data, Effect, Layer, Metric, Semaphore } from "effect"
import { hashPassword, NOBODYS, verifyPassword } from "./passwordHash.ts"

/** So many wait for their turn that another had better come back. */
export class Crowded extends Data.TaggedError("Crowded") {}

/** Who may wait. */
const QUEUE = 24
/** The part of one processor that hashing has in the long run, and how much work, in ms, may be done ahead: some twenty logins. */
const SHARE = 0.2
const AHEAD_MS = 3000

/** Password hashes tried so far, of accounts that are there and of some that are not. */
export const passwordsTried = Metric.counter("pugmark_passwords_tried_total", { description: "password hashes tried", incremental: true })

export class Passwords extends Context.Service<Passwords, {
  readonly hash: (password: string) => Effect.Effect<string, Crowded>
  /** Null, of an account that is not there or has no password, is tried like any other and is never right. */
  readonly verify: (password: string, phc: string | null) => Effect.Effect<boolean, Crowded>
}>()("store/Passwords") {
  static readonly layer = Layer.effect(Passwords, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const turn = yield* Semaphore.make(1)
  let waiting = 0
  /** When all work done so far is within its share; epoch ms. */
  let evenAt = 0

  // A caller who leaves does not end the work of a thread, so it does not end the turn either.
  const inTurn = <A>(work: () => Promise<A>) => Effect.gen(function*() {
    const early = evenAt - AHEAD_MS / SHARE - (yield* Clock.currentTimeMillis)
    if (early > 0) yield* Effect.sleep(early)
    const started = yield* Clock.currentTimeMillis
    const worked = Effect.gen(function*() {
      const result = yield* Effect.promise(work)
      evenAt = Math.max(evenAt, started) + ((yield* Clock.currentTimeMillis) - started) / SHARE
      return result
    })
    return yield* Effect.uninterruptible(worked)
  })

  const queued = <A>(work: () => Promise<A>): Effect.Effect<A, Crowded> => Effect.suspend(() => {
    if (waiting > QUEUE) return Effect.fail(new Crowded())
    waiting++
    return Effect.ensuring(turn.withPermits(1)(inTurn(work)), Effect.sync(() => { waiting-- }))
  })

  const verify = (password: string, phc: string | null) =>
    Effect.tap(queued(() => verifyPassword(password, phc ?? NOBODYS)), Metric.update(passwordsTried, 1))

  return Passwords.of({ hash: (password) => queued(() => hashPassword(password)), verify })
})
