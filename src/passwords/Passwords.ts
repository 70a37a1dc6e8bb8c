// Making and trying password hashes, one at a time and with a fortieth of the machine over time: whoever
// hammers the login slows down other logins, and nothing else. What is charged is the time a hash had a
// processor, not the time it waited for one.
import { Context, Effect, Layer, Metric } from "effect"
import type { Scope } from "effect/Scope"
import { availableParallelism } from "node:os"
import { NOBODYS } from "./passwordHash.ts"
import { type PasswordHasher, passwordHasher } from "./PasswordHasher.ts"
import { type Coming, Overloaded, makeTurns } from "./Turns.ts"

/**
 * The part of one processor that hashing has in the long run, and how much work, in ms of a processor, may be
 * done ahead: some ten logins. `yields`: it comes after whatever else wants a processor (Linux).
 */
export const HashingBudget = Context.Reference<{
  readonly share: number
  readonly aheadMs: number
  readonly yields: boolean
}>("store/HashingBudget", {
  defaultValue: () => ({ share: Math.min(1, availableParallelism() / 40), aheadMs: 750, yields: true })
})

/** Who makes and tries the hashes; unless told otherwise a process of its own. */
export const Hashing = Context.Reference<typeof passwordHasher>("passwords/Hashing", {
  defaultValue: () => passwordHasher
})

/** Password hashes tried so far, of accounts that are there and of some that are not. */
export const passwordsTried = Metric.counter("pugmark_passwords_tried_total", {
  description: "password hashes tried",
  incremental: true
})

/** Those who were told to come back because too many others were there. */
export const passwordsSentAway = Metric.counter("pugmark_passwords_sent_away_total", {
  description: "logins and changes of passwords that were answered 503, because too many others waited",
  incremental: true
})

/** A signed-in person. */
const SIGNED_IN: Coming = { lane: "clean", since: null }

/**
 * The budget of those who are known, beside that of everybody: guesses of strangers use up none of it. One
 * browser cannot use it up either: its failures make it wait.
 */
const KNOWN_BUDGET = { share: 0.25, aheadMs: 3000 }

/** Null, of an account that is not there or has no password, is tried like any other and is never right. */
type Verify = (password: string, phc: string | null) => Effect.Effect<boolean>

export class Passwords extends Context.Service<
  Passwords,
  {
    /**
     * Fails when whoever comes now would be sent away, whoever they are (`since`: when they were first, if
     * they came back as told): to be asked before anything else is done for them.
     */
    readonly check: (since: Coming["since"], isKnown: boolean) => Effect.Effect<void, Overloaded>
    /** Makes a hash for a signed-in person when its turn comes. */
    readonly hash: (password: string) => Effect.Effect<string, Overloaded>
    /**
     * Does something that tries a password once its turn comes: within two seconds, or not at all
     * (`Overloaded`), and answers within three. Those who are known have turns and a hasher of their own, so
     * that they go before all others. Where nobody waits for the outcome any more, it is handed to
     * `unheard`.
     */
    readonly inTurn: <A, E, R>(
      coming: Coming & { readonly isKnown: boolean },
      work: (verify: Verify) => Effect.Effect<A, E, R>,
      unheard: (outcome: A) => Effect.Effect<unknown, never, R>
    ) => Effect.Effect<A, E | Overloaded, R>
  }
>()("store/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const { yields } = yield* HashingBudget,
        makeHasher = yield* Hashing
      return yield* makePasswords(yield* makeHasher(yields), yield* makeHasher(false))
    })
  )
}

/** Turns at two hashers, within their budgets; `hasherOfKnown` yields to nothing. */
export const makePasswords = (
  hasher: PasswordHasher,
  hasherOfKnown: PasswordHasher
): Effect.Effect<Passwords["Service"], never, Scope> =>
  Effect.gen(function* () {
    const others = { hasher, turns: yield* makeTurns(yield* HashingBudget) },
      known = { hasher: hasherOfKnown, turns: yield* makeTurns(KNOWN_BUDGET) }
    const queueOf = (isKnown: boolean) => (isKnown ? known : others)
    const counted = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.tapError(work, (error) =>
        error instanceof Overloaded ? Metric.update(passwordsSentAway, 1) : Effect.void
      )

    const charged = <A>(
      { turns }: typeof known,
      asked: Effect.Effect<{ readonly answer: A; readonly processorMs: number }>
    ): Effect.Effect<A> =>
      Effect.flatMap(asked, ({ answer, processorMs }) => Effect.as(turns.spent(processorMs), answer))

    const verifyIn =
      (queue: typeof known): Verify =>
      (password, phc) =>
        Effect.tap(
          charged(queue, queue.hasher.verify(password, phc ?? NOBODYS)),
          Metric.update(passwordsTried, 1)
        )

    return Passwords.of({
      check: (since, isKnown) => counted(queueOf(isKnown).turns.check(since)),
      hash: (password) => counted(known.turns.take(SIGNED_IN, charged(known, known.hasher.hash(password)))),
      inTurn: (coming, work, unheard) =>
        Effect.suspend(() => {
          const queue = queueOf(coming.isKnown)
          return counted(
            queue.turns.take(
              coming,
              Effect.suspend(() => work(verifyIn(queue))),
              unheard
            )
          )
        })
    })
  })
