// The loops of delivery: events become deliveries, deliveries are sent. Everything that must not be lost is a
// row; memory only has which receiver groups are busy. A group is a webhook's host, all mail, or all Telegram
// chats: a slow receiver delays its own group and no other.
import { Cause, Clock, Context, Effect, Exit, Fiber, Layer, Metric, Queue, Random } from "effect"
import { type ClaimedDelivery, outcomeWithoutSending } from "../domain/automation/ClaimedDelivery.ts"
import { failed, type Outcome } from "../domain/automation/Outcome.ts"
import { planDeliveries } from "../domain/automation/planDeliveries.ts"
import { retryDelay } from "../domain/automation/retryDelay.ts"
import { formatInstant } from "../domain/time.ts"
import { Channels, DeliveryQueue } from "./ports.ts"

/**
 * IDLE_MS is how long an idle loop waits for a notification before it polls, and how long it pauses after a
 * failure.
 */
const IDLE_MS = 1000
/** MAX_ATTEMPTS_PER_GROUP is how many attempts of one receiver group run at a time. */
const MAX_ATTEMPTS_PER_GROUP = 4
/** MAX_CONCURRENT_ATTEMPTS is how many attempts of all receiver groups run at a time. */
const MAX_CONCURRENT_ATTEMPTS = 128
/** SHUTDOWN_TIMEOUT is how long attempts under way may take to end when the worker is stopped. */
const SHUTDOWN_TIMEOUT = "3 seconds"

const deliveries = Metric.counter("pugmark_deliveries_total", {
  description: "Attempts to deliver, by channel and what came of them; retried ones are tried again later",
  incremental: true
})
const outcomes = { Sent: "sent", Failed: "failed", Skipped: "skipped" } as const
/** Counts an attempt by channel and by what came of it. */
const countAttempt = ({ action }: ClaimedDelivery, outcome: string) =>
  Metric.update(Metric.withAttributes(deliveries, { channel: action?.type ?? "none", outcome }), 1)

/** Returns whether a delivery is a test message, which has no event. */
const isTest = ({ event }: ClaimedDelivery) => event === null

const make = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const channels = yield* Channels
  const counts = { Sent: 0, Failed: 0, Skipped: 0 }
  /** attempts under way by receiver group */
  const busyGroups = new Map<string, number>()
  const sending = new Map<ClaimedDelivery, Fiber.Fiber<void>>()
  const slotFreed = yield* Queue.sliding<void>(1)

  /** Stores the outcome of an attempt: queues the delivery for another attempt, or ends it. */
  const recordOutcome = Effect.fnUntraced(function* (
    claimed: ClaimedDelivery,
    outcome: Outcome,
    startedAt: number
  ) {
    const durationMs = (yield* Clock.currentTimeMillis) - startedAt
    // the requester of a test waits for its result, so it is not retried
    if (outcome._tag === "Failed" && !outcome.final && !isTest(claimed)) {
      const delay = retryDelay(claimed.attempt, yield* Random.next, outcome.retryAfterMs)
      if (delay !== null) {
        yield* queue.retry(
          claimed,
          { at: formatInstant(startedAt), duration_ms: durationMs, code: outcome.code, error: outcome.error },
          delay
        )
        return yield* countAttempt(claimed, "retried")
      }
    }
    yield* queue.finish(claimed, outcome, { at: startedAt, durationMs })
    counts[outcome._tag]++
    yield* countAttempt(claimed, outcomes[outcome._tag])
    if (outcome._tag === "Failed")
      yield* Effect.logWarning("a delivery failed", {
        delivery_id: claimed.deliveryId,
        event_id: claimed.event?.id ?? null,
        code: outcome.code,
        attempts: claimed.attempt
      })
  })

  const sendOrSkip = (claimed: ClaimedDelivery): Effect.Effect<Outcome> => {
    const outcome = outcomeWithoutSending(claimed)
    // a delivery without an action always has such an outcome
    return outcome === null ? channels[claimed.action!.type](claimed) : Effect.succeed(outcome)
  }

  /**
   * Runs one attempt. If interrupted while it is sending, the delivery goes back into the queue; an outcome
   * that is already known is stored even if the worker is being stopped.
   */
  const attempt = (claimed: ClaimedDelivery) =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const startedAt = yield* Clock.currentTimeMillis
        const exit = yield* Effect.exit(Effect.interruptible(sendOrSkip(claimed)))
        if (Exit.isSuccess(exit)) return yield* recordOutcome(claimed, exit.value, startedAt)
        if (Cause.hasInterruptsOnly(exit.cause)) return yield* queue.release(claimed)
        yield* Effect.logError("an attempt to deliver met a defect", exit.cause, {
          delivery_id: claimed.deliveryId
        })
        yield* recordOutcome(
          claimed,
          failed("PROGRAM_DEFECT", "the attempt met a defect of the program"),
          startedAt
        )
      }).pipe(
        Effect.catchCause((cause) =>
          Effect.logError(
            "what came of a delivery could not be written down; its lease runs out and it is repeated",
            cause,
            { delivery_id: claimed.deliveryId }
          )
        ),
        Effect.ensuring(
          Effect.suspend(() => {
            sending.delete(claimed)
            const { receiverGroup } = claimed
            const underWay = (busyGroups.get(receiverGroup) ?? 1) - 1
            if (underWay === 0) busyGroups.delete(receiverGroup)
            else busyGroups.set(receiverGroup, underWay)
            return Queue.offer(slotFreed, undefined)
          })
        )
      )
    )

  /** Begins an attempt in a fiber of its own. */
  const start = Effect.fnUntraced(function* (claimed: ClaimedDelivery) {
    busyGroups.set(claimed.receiverGroup, (busyGroups.get(claimed.receiverGroup) ?? 0) + 1)
    sending.set(claimed, yield* Effect.forkDetach(attempt(claimed)))
  })

  /** Plans deliveries of new events and begins due ones; true: there is more to do at once. */
  const round = Effect.gen(function* () {
    const dispatchedEvents = yield* queue.dispatch(planDeliveries)
    const freeSlots = MAX_CONCURRENT_ATTEMPTS - sending.size
    // every claimed delivery is started, because only started ones are given back
    if (freeSlots > 0)
      yield* Effect.uninterruptible(
        Effect.flatMap(queue.claim(busyGroups, MAX_ATTEMPTS_PER_GROUP, freeSlots), Effect.forEach(start))
      )
    return dispatchedEvents > 0
  })

  /**
   * Lets attempts under way end, then interrupts the rest. It waits in a fiber of its own, because the
   * interrupted one cannot wait any more.
   */
  const stop = Effect.flatMap(
    Effect.forkDetach(
      Effect.interruptible(
        Effect.timeoutOption(
          Effect.suspend(() => Fiber.awaitAll(sending.values())),
          SHUTDOWN_TIMEOUT
        )
      )
    ),
    (grace) =>
      Effect.andThen(
        Fiber.await(grace),
        Effect.suspend(() => Fiber.interruptAll([...sending.values()]))
      )
  )

  /** Waits until there may be something to do. */
  const waitForWork = Effect.raceFirst(queue.wait(IDLE_MS), Queue.take(slotFreed))

  /**
   * Runs until interrupted; then attempts under way get a moment to end, and the others go back into the
   * queue.
   */
  const run = round.pipe(
    Effect.flatMap((hasMore) => (hasMore ? Effect.void : waitForWork)),
    Effect.catchCause((cause) =>
      Effect.andThen(
        Effect.logError("deliveries pause until the database answers again", cause),
        Effect.sleep(IDLE_MS)
      )
    ),
    Effect.forever,
    Effect.onExit(() => stop)
  )

  return {
    run,
    progress: Effect.sync(() => ({
      sending: sending.size,
      sent: counts.Sent,
      failed: counts.Failed,
      skipped: counts.Skipped
    }))
  }
})

/** Dispatcher runs the loops. */
export class Dispatcher extends Context.Service<Dispatcher>()("delivery/Dispatcher", { make }) {
  static readonly layer = Layer.effect(Dispatcher, make)
}
