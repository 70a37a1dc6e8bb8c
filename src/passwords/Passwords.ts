// Makes and verifies password hashes, one at a time and with a fortieth of the machine in the long run: a flood of
// logins slows down other logins, and nothing else. A hash is charged the time it had a processor, not the time it
// waited for one.
import { Context, Effect, Layer, Metric } from "effect"
import type { Scope } from "effect/Scope"
import { availableParallelism } from "node:os"
import { UNMATCHABLE_HASH } from "./passwordHash.ts"
import { type PasswordHasher, passwordHasher } from "./PasswordHasher.ts"
import { Overloaded, makeHashQueue, type QueuePriority } from "./HashQueue.ts"

/**
 * HashingBudget is the part of one processor that hashing has in the long run, and how much work, in ms of a
 * processor, may be done ahead: some ten logins. `yields`: other processes go first (Linux).
 */
export const HashingBudget = Context.Reference<{
  readonly share: number
  readonly aheadMs: number
  readonly yields: boolean
}>("store/HashingBudget", {
  defaultValue: () => ({ share: Math.min(1, availableParallelism() / 40), aheadMs: 750, yields: true })
})

/** Hashing makes the hasher: a process of its own by default, replaced by tests. */
export const Hashing = Context.Reference<typeof passwordHasher>("passwords/Hashing", {
  defaultValue: () => passwordHasher
})

/** passwordsTried counts verified password hashes, of existing accounts and of missing ones. */
export const passwordsTried = Metric.counter("pugmark_passwords_tried_total", {
  description: "password hashes tried",
  incremental: true
})

/** passwordsSentAway counts logins and changes of passwords that were refused because of load. */
const passwordsSentAway = Metric.counter("pugmark_passwords_sent_away_total", {
  description: "logins and changes of passwords that were answered 503, because too many others waited",
  incremental: true
})

/** SIGNED_IN_PRIORITY is the place in the queue of a signed-in user. */
const SIGNED_IN_PRIORITY: QueuePriority = { lane: "clean", firstRefusedAt: null }

/**
 * KNOWN_USER_BUDGET is the budget of known browsers and sessions, apart from that of all other clients, so
 * that guesses use up none of it. One known browser cannot use it up either: its failures make it wait.
 */
const KNOWN_USER_BUDGET = { share: 0.25, aheadMs: 3000 }

/**
 * Verifies a password. A null hash, of a missing account or one without a password, costs the same and never
 * matches.
 */
type Verify = (password: string, phc: string | null) => Effect.Effect<boolean>

/** Passwords hashes and verifies passwords, in turns and within budgets. */
export class Passwords extends Context.Service<
  Passwords,
  {
    /**
     * Fails when a login that arrived now would be refused in either lane (`firstRefusedAt`: if it retries as
     * told): called before any other work for it.
     */
    readonly check: (
      firstRefusedAt: QueuePriority["firstRefusedAt"],
      isKnown: boolean
    ) => Effect.Effect<void, Overloaded>
    /** Hashes a password for a signed-in user when its turn comes. */
    readonly hash: (password: string) => Effect.Effect<string, Overloaded>
    /**
     * Runs work that verifies a password when its turn comes: it starts within two seconds or fails with
     * `Overloaded`, and is answered within three. Known clients have a queue and a hasher of their own, so
     * that they go before all others. When the caller has left, `onAbandoned` gets the outcome.
     */
    readonly inTurn: <A, E, R>(
      priority: QueuePriority & { readonly isKnown: boolean },
      work: (verify: Verify) => Effect.Effect<A, E, R>,
      onAbandoned: (outcome: A) => Effect.Effect<unknown, never, R>
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

/** Makes the service of two hashers, each with its queue; the process of `hasherOfKnown` does not yield. */
export const makePasswords = (
  hasher: PasswordHasher,
  hasherOfKnown: PasswordHasher
): Effect.Effect<Passwords["Service"], never, Scope> =>
  Effect.gen(function* () {
    const otherClients = { hasher, queue: yield* makeHashQueue(yield* HashingBudget) },
      knownClients = { hasher: hasherOfKnown, queue: yield* makeHashQueue(KNOWN_USER_BUDGET) }
    const poolOf = (isKnown: boolean) => (isKnown ? knownClients : otherClients)
    const countRefusals = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.tapError(work, (error) =>
        error instanceof Overloaded ? Metric.update(passwordsSentAway, 1) : Effect.void
      )

    const charged = <A>(
      { queue }: typeof knownClients,
      hashing: Effect.Effect<{ readonly answer: A; readonly processorMs: number }>
    ): Effect.Effect<A> =>
      Effect.flatMap(hashing, ({ answer, processorMs }) => Effect.as(queue.charge(processorMs), answer))

    const verifyIn =
      (pool: typeof knownClients): Verify =>
      (password, phc) =>
        Effect.tap(
          charged(pool, pool.hasher.verify(password, phc ?? UNMATCHABLE_HASH)),
          Metric.update(passwordsTried, 1)
        )

    return Passwords.of({
      check: (firstRefusedAt, isKnown) => countRefusals(poolOf(isKnown).queue.check(firstRefusedAt)),
      hash: (password) =>
        countRefusals(
          knownClients.queue.run(
            SIGNED_IN_PRIORITY,
            charged(knownClients, knownClients.hasher.hash(password))
          )
        ),
      inTurn: (priority, work, onAbandoned) =>
        Effect.suspend(() => {
          const pool = poolOf(priority.isKnown)
          return countRefusals(
            pool.queue.run(
              priority,
              Effect.suspend(() => work(verifyIn(pool))),
              onAbandoned
            )
          )
        })
    })
  })
