// Turns at work that is bounded by processor time: one at a time, within a share of it in the long run, and
// nobody waits long. Who comes when it would take longer is told at once when to come back
// (domain/access/turns.ts decides who is next).
import { Clock, Data, Deferred, Effect, Exit, Latch } from "effect"
import type { Scope } from "effect/Scope"
import {
  affordable,
  type Comer,
  type Lane,
  LANES,
  nextOf,
  type Purse,
  spend,
  turnsBefore
} from "../domain/access/turns.ts"

/** So many wait for their turn that this one had better come back, in so many seconds. */
export class Overloaded extends Data.TaggedError("Overloaded")<{ readonly seconds: number }> {}

/** How long a turn is waited for, and from when somebody comes until they are answered, ms. */
export const WAIT_MS = 2000
export const ANSWER_MS = 2900
/** Who may wait. */
const PLACES = 24
/** When those who are sent away may come back, at the earliest and at the latest, s. */
const SOON_S = 2
const LATE_S = 20
const soonest = (delay: number): number => Math.min(LATE_S, Math.max(SOON_S, Math.ceil(delay / 1000)))
/** What a turn takes, until it is known; of what is known since, the newest counts for a quarter. */
const FIRST_MS = 100
const NEWEST = 0.25

/** How somebody comes: by which lane, and when they were first sent away, if they came back as told; epoch ms. */
export type Coming = Pick<Comer, "lane" | "since">

interface Waiter extends Comer {
  readonly begun: Deferred.Deferred<void>
  readonly work: Effect.Effect<void>
}

export interface Turns {
  /**
   * Fails when whoever came now would be sent away by whichever lane: to be asked before anything else is
   * done for them.
   */
  readonly check: (since: Coming["since"]) => Effect.Effect<void, Overloaded>
  /**
   * Does the work when its turn comes. Fails with `Overloaded` when that takes too long; work that has begun
   * goes on, and its outcome is handed to `unheard`, as it is when whoever came leaves.
   */
  readonly take: <A, E, R>(
    coming: Coming,
    work: Effect.Effect<A, E, R>,
    unheard?: (outcome: A) => Effect.Effect<unknown, never, R>
  ) => Effect.Effect<A, E | Overloaded, R>
  /** Says what processor time the work of this turn took, ms. */
  readonly spent: (ms: number) => Effect.Effect<void>
}

const steadyMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

export const makeTurns = ({
  aheadMs,
  share
}: Pick<Purse, "aheadMs" | "share">): Effect.Effect<Turns, never, Scope> =>
  Effect.gen(function* () {
    const somebody = yield* Latch.make(false)
    let waiting: ReadonlyArray<Waiter> = []
    let served: Lane | null = null
    let arrivals = 0
    let purse: Purse = { aheadMs, share, evenAt: -Infinity }
    /** what a turn takes on the clock, and of a processor */
    let pace = { ms: FIRST_MS, processorMs: FIRST_MS }
    /** the turn that somebody has */
    let current: { readonly began: number; processorMs: number } | null = null

    const leave = (waiter: Waiter) => {
      waiting = waiting.filter((other) => other !== waiter)
    }

    const turn = Effect.gen(function* () {
      yield* somebody.await
      const now = yield* steadyMs,
        early = affordable(purse, now) - now
      if (early > 0) yield* Effect.sleep(early)
      const waiter = nextOf(waiting, served)
      if (waiter === undefined) return yield* somebody.close
      leave(waiter)
      served = waiter.lane
      const mine = (current = { began: yield* steadyMs, processorMs: 0 })
      yield* Deferred.succeed(waiter.begun, undefined)
      yield* waiter.work
      current = null
      if (mine.processorMs === 0) return // it was decided without work
      purse = spend(purse, mine.began, mine.processorMs)
      const mixed = (before: number, newest: number) => before + (newest - before) * NEWEST
      pace = {
        ms: mixed(pace.ms, (yield* steadyMs) - mine.began),
        processorMs: mixed(pace.processorMs, mine.processorMs)
      }
    })
    yield* Effect.forkScoped(Effect.forever(turn))

    /** How long a turn would have to be waited for, ms. */
    const delayOf = (comer: Comer, now: number): number => {
      const before = turnsBefore(waiting, comer, served)
      const underWay = current === null ? 0 : Math.max(0, pace.ms - (now - current.began))
      const processorMs = (before + (current === null ? 0 : 1)) * pace.processorMs
      return Math.max(underWay + before * pace.ms, affordable(purse, now, processorMs) - now)
    }

    /**
     * What somebody is told who cannot have a turn in time; null: they can. `delay` is how long they would
     * wait, ms.
     */
    const refusal = (delay: number): Overloaded | null =>
      delay <= WAIT_MS && waiting.length < PLACES ? null : new Overloaded({ seconds: soonest(delay) })

    const check = (since: Coming["since"]) =>
      Effect.flatMap(steadyMs, (now) => {
        const delays = LANES.map((lane) => delayOf({ lane, since, arrival: arrivals }, now))
        const crowded = refusal(Math.min(...delays))
        return crowded === null ? Effect.void : Effect.fail(crowded)
      })

    const take = <A, E, R>(
      coming: Coming,
      work: Effect.Effect<A, E, R>,
      unheard?: (outcome: A) => Effect.Effect<unknown, never, R>
    ) =>
      Effect.gen(function* () {
        const context = yield* Effect.context<R>()
        const outcome = yield* Deferred.make<A, E>()
        let isGone = false
        const waiter: Waiter = {
          ...coming,
          arrival: arrivals++,
          begun: yield* Deferred.make<void>(),
          work: Effect.exit(work).pipe(
            // whoever is there hears it and leaves: that is not to be gone
            Effect.flatMap((exit) =>
              isGone
                ? Exit.isSuccess(exit) && unheard !== undefined
                  ? unheard(exit.value)
                  : Effect.void
                : Deferred.done(outcome, exit)
            ),
            Effect.catchCause((cause) =>
              Effect.logWarning("what became of a login could not be noted", cause)
            ),
            Effect.provideContext(context),
            Effect.asVoid
          )
        }
        const delay = delayOf(waiter, yield* steadyMs)
        const refused = refusal(delay)
        if (refused !== null) return yield* refused
        const crowded = new Overloaded({ seconds: soonest(delay) })
        waiting = [...waiting, waiter]
        yield* somebody.open
        const awaited = Effect.andThen(
          Effect.timeoutOrElse(Deferred.await(waiter.begun), {
            duration: WAIT_MS,
            orElse: () => Effect.fail(crowded)
          }),
          Deferred.await(outcome)
        )
        return yield* Effect.ensuring(
          Effect.timeoutOrElse(awaited, { duration: ANSWER_MS, orElse: () => Effect.fail(crowded) }),
          Effect.sync(() => {
            isGone = true
            leave(waiter)
          })
        )
      })

    return {
      check,
      take,
      spent: (ms) =>
        Effect.sync(() => {
          if (current !== null) current.processorMs += ms
        })
    }
  })
