// Queue for work that costs much processor time, one piece at a time and within a share of a processor in the long
// run. A client that would wait too long gets the time of its next attempt at once (domain/access/loginQueue.ts
// decides the order).
import { Clock, Data, Deferred, Effect, Exit, Latch } from "effect"
import type { Scope } from "effect/Scope"
import { affordableAt, charge, type CpuBudget } from "../domain/access/CpuBudget.ts"
import { type Lane, LANES, loginsBefore, nextLogin, type QueuedLogin } from "../domain/access/loginQueue.ts"

/** Overloaded means that too many clients wait; this one may retry in so many seconds. */
export class Overloaded extends Data.TaggedError("Overloaded")<{ readonly seconds: number }> {}

/** QUEUE_TIMEOUT_MS is how long work may wait for its turn. */
const QUEUE_TIMEOUT_MS = 2000
/** ANSWER_TIMEOUT_MS is how long a client waits for its answer, from its arrival. */
export const ANSWER_TIMEOUT_MS = 2900
/** MAX_WAITING_LOGINS is how many may wait at a time. */
const MAX_WAITING_LOGINS = 24
/** MIN_RETRY_SECONDS is the earliest retry that a refusal names. */
const MIN_RETRY_SECONDS = 2
/** MAX_RETRY_SECONDS is the latest retry that a refusal names. */
const MAX_RETRY_SECONDS = 20
const retrySeconds = (delayMs: number): number =>
  Math.min(MAX_RETRY_SECONDS, Math.max(MIN_RETRY_SECONDS, Math.ceil(delayMs / 1000)))
/** INITIAL_TURN_MS is the assumed duration of a turn before one was measured. */
const INITIAL_TURN_MS = 100
/** NEWEST_WEIGHT is the weight of the newest turn in the moving average of durations. */
const NEWEST_WEIGHT = 0.25

/** QueuePriority is what decides a login's place in the queue; see `QueuedLogin`. */
export type QueuePriority = Pick<QueuedLogin, "lane" | "firstRefusedAt">

interface Waiter extends QueuedLogin {
  readonly started: Deferred.Deferred<void>
  readonly work: Effect.Effect<void>
}

/** HashQueue runs work one piece at a time, within a budget of processor time. */
interface HashQueue {
  /** Fails when a client that arrived now would be refused in either lane; asked before any other work for it. */
  readonly check: (firstRefusedAt: QueuePriority["firstRefusedAt"]) => Effect.Effect<void, Overloaded>
  /**
   * Runs the work when its turn comes. Fails with `Overloaded` when that takes too long. Work that has
   * started runs to its end even if its caller is interrupted or times out; `onAbandoned` gets the outcome
   * then.
   */
  readonly run: <A, E, R>(
    priority: QueuePriority,
    work: Effect.Effect<A, E, R>,
    onAbandoned?: (outcome: A) => Effect.Effect<unknown, never, R>
  ) => Effect.Effect<A, E | Overloaded, R>
  /** Charges processor time to the turn under way, ms. */
  readonly charge: (ms: number) => Effect.Effect<void>
}

const monotonicMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Makes a queue with a budget of its own; its worker ends with the scope. */
export const makeHashQueue = ({
  aheadMs,
  share
}: Pick<CpuBudget, "aheadMs" | "share">): Effect.Effect<HashQueue, never, Scope> =>
  Effect.gen(function* () {
    const isNotEmpty = yield* Latch.make(false)
    let waiting: ReadonlyArray<Waiter> = []
    let served: Lane | null = null
    let arrivals = 0
    let budget: CpuBudget = { aheadMs, share, evenAt: -Infinity }
    /** average duration of a turn, on the clock and of a processor */
    let average = { ms: INITIAL_TURN_MS, processorMs: INITIAL_TURN_MS }
    /** the turn under way */
    let current: { readonly startedAt: number; processorMs: number } | null = null

    const leave = (waiter: Waiter) => {
      waiting = waiting.filter((other) => other !== waiter)
    }

    const turn = Effect.gen(function* () {
      yield* isNotEmpty.await
      const now = yield* monotonicMs,
        pauseMs = affordableAt(budget, now) - now
      if (pauseMs > 0) yield* Effect.sleep(pauseMs)
      const waiter = nextLogin(waiting, served)
      if (waiter === undefined) return yield* isNotEmpty.close
      leave(waiter)
      served = waiter.lane
      const thisTurn = (current = { startedAt: yield* monotonicMs, processorMs: 0 })
      yield* Deferred.succeed(waiter.started, undefined)
      yield* waiter.work
      current = null
      if (thisTurn.processorMs === 0) return // it was decided without hashing
      budget = charge(budget, thisTurn.startedAt, thisTurn.processorMs)
      const blend = (before: number, newest: number) => before + (newest - before) * NEWEST_WEIGHT
      average = {
        ms: blend(average.ms, (yield* monotonicMs) - thisTurn.startedAt),
        processorMs: blend(average.processorMs, thisTurn.processorMs)
      }
    })
    yield* Effect.forkScoped(Effect.forever(turn))

    /** Estimates how long a login would wait for its turn, ms. */
    const delayOf = (login: QueuedLogin, now: number): number => {
      const before = loginsBefore(waiting, login, served)
      const currentMs = current === null ? 0 : Math.max(0, average.ms - (now - current.startedAt))
      const processorMs = (before + (current === null ? 0 : 1)) * average.processorMs
      return Math.max(currentMs + before * average.ms, affordableAt(budget, now, processorMs) - now)
    }

    /** Returns the refusal of a login whose turn would come too late, else null. */
    const refusalOf = (delayMs: number): Overloaded | null =>
      delayMs <= QUEUE_TIMEOUT_MS && waiting.length < MAX_WAITING_LOGINS
        ? null
        : new Overloaded({ seconds: retrySeconds(delayMs) })

    const check = (firstRefusedAt: QueuePriority["firstRefusedAt"]) =>
      Effect.flatMap(monotonicMs, (now) => {
        const delays = LANES.map((lane) => delayOf({ lane, firstRefusedAt, arrival: arrivals }, now))
        const refusal = refusalOf(Math.min(...delays))
        return refusal === null ? Effect.void : Effect.fail(refusal)
      })

    const run = <A, E, R>(
      priority: QueuePriority,
      work: Effect.Effect<A, E, R>,
      onAbandoned?: (outcome: A) => Effect.Effect<unknown, never, R>
    ) =>
      Effect.gen(function* () {
        const context = yield* Effect.context<R>()
        const outcome = yield* Deferred.make<A, E>()
        let isAbandoned = false
        const waiter: Waiter = {
          ...priority,
          arrival: arrivals++,
          started: yield* Deferred.make<void>(),
          work: Effect.exit(work).pipe(
            // the flag is read before the caller gets the outcome, because a caller that got it leaves too
            Effect.flatMap((exit) =>
              isAbandoned
                ? Exit.isSuccess(exit) && onAbandoned !== undefined
                  ? onAbandoned(exit.value)
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
        const delayMs = delayOf(waiter, yield* monotonicMs)
        const refusal = refusalOf(delayMs)
        if (refusal !== null) return yield* refusal
        const timedOut = new Overloaded({ seconds: retrySeconds(delayMs) })
        waiting = [...waiting, waiter]
        yield* isNotEmpty.open
        const answer = Effect.andThen(
          Effect.timeoutOrElse(Deferred.await(waiter.started), {
            duration: QUEUE_TIMEOUT_MS,
            orElse: () => Effect.fail(timedOut)
          }),
          Deferred.await(outcome)
        )
        return yield* Effect.ensuring(
          Effect.timeoutOrElse(answer, {
            duration: ANSWER_TIMEOUT_MS,
            orElse: () => Effect.fail(timedOut)
          }),
          Effect.sync(() => {
            isAbandoned = true
            leave(waiter)
          })
        )
      })

    return {
      check,
      run,
      charge: (ms) =>
        Effect.sync(() => {
          if (current !== null) current.processorMs += ms
        })
    }
  })
