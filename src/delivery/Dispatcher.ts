// The loops of delivery: events become deliveries, deliveries are sent. Everything that must not be lost is a
// row; memory only has which lanes are busy. A slow receiver delays its own lane and no other.
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
/** MAX_ATTEMPTS_PER_LANE is how many attempts of one lane run at a time. */
const MAX_ATTEMPTS_PER_LANE = 4
/** MAX_CONCURRENT_ATTEMPTS is how many attempts of all lanes run at a time. */
const MAX_CONCURRENT_ATTEMPTS = 128
/** SHUTDOWN_TIMEOUT is how long attempts under way may take to end when the worker is stopped. */
const SHUTDOWN_TIMEOUT = "3 seconds"

const deliveries = Metric.counter("pugmark_deliveries_total", {
  description: "Attempts to deliver, by channel and what came of them; retried ones are tried again later",
  incremental: true
})
const outcomes = { Sent: "sent", Failed: "failed", Skipped: "skipped" } as const
const tally = ({ action }: ClaimedDelivery, outcome: string) =>
  Metric.update(Metric.withAttributes(deliveries, { channel: action?.type ?? "none", outcome }), 1)

const make = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const channels = yield* Channels
  const count = { Sent: 0, Failed: 0, Skipped: 0 }
  const busy = new Map<string, number>()
  const sending = new Map<ClaimedDelivery, Fiber.Fiber<void>>()
  const freed = yield* Queue.sliding<void>(1)

  const settle = Effect.fnUntraced(function* (claimed: ClaimedDelivery, outcome: Outcome, startedAt: number) {
    const durationMs = (yield* Clock.currentTimeMillis) - startedAt
    // the requester of a test waits for its result, so it is not retried
    if (outcome._tag === "Failed" && !outcome.final && claimed.event !== null) {
      const delay = retryDelay(claimed.attempt, yield* Random.next, outcome.notBeforeMs)
      if (delay !== null) {
        yield* queue.retry(
          claimed,
          { at: formatInstant(startedAt), duration_ms: durationMs, code: outcome.code, error: outcome.error },
          delay
        )
        return yield* tally(claimed, "retried")
      }
    }
    yield* queue.finish(claimed, outcome, { at: startedAt, durationMs })
    count[outcome._tag]++
    yield* tally(claimed, outcomes[outcome._tag])
    if (outcome._tag === "Failed")
      yield* Effect.logWarning("a delivery failed", {
        delivery_id: claimed.deliveryId,
        event_id: claimed.event?.id ?? null,
        code: outcome.code,
        attempts: claimed.attempt
      })
  })

  const carry = (claimed: ClaimedDelivery): Effect.Effect<Outcome> => {
    const settled = outcomeWithoutSending(claimed)
    // a delivery without an action is completed
    return settled === null ? channels[claimed.action!.type](claimed) : Effect.succeed(settled)
  }

  /**
   * Runs one attempt. Interrupted, it goes back into the queue; once its outcome is known, that is stored
   * even then.
   */
  const attempt = (claimed: ClaimedDelivery) =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const startedAt = yield* Clock.currentTimeMillis
        const exit = yield* Effect.exit(Effect.interruptible(carry(claimed)))
        if (Exit.isSuccess(exit)) return yield* settle(claimed, exit.value, startedAt)
        if (Cause.hasInterruptsOnly(exit.cause)) return yield* queue.release(claimed)
        yield* Effect.logError("an attempt to deliver met a defect", exit.cause, {
          delivery_id: claimed.deliveryId
        })
        yield* settle(claimed, failed("INTERRUPTED", "the attempt met a defect of the program"), startedAt)
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
            const left = (busy.get(claimed.lane) ?? 1) - 1
            if (left === 0) busy.delete(claimed.lane)
            else busy.set(claimed.lane, left)
            return Queue.offer(freed, undefined)
          })
        )
      )
    )

  const start = Effect.fnUntraced(function* (claimed: ClaimedDelivery) {
    busy.set(claimed.lane, (busy.get(claimed.lane) ?? 0) + 1)
    sending.set(claimed, yield* Effect.forkDetach(attempt(claimed)))
  })

  /** True when there is more to do at once. */
  const look = Effect.gen(function* () {
    const taken = yield* queue.dispatch(planDeliveries)
    const free = MAX_CONCURRENT_ATTEMPTS - sending.size
    // every claimed delivery is started, because only started ones are given back
    if (free > 0)
      yield* Effect.uninterruptible(
        Effect.flatMap(queue.claim(busy, MAX_ATTEMPTS_PER_LANE, free), Effect.forEach(start))
      )
    return taken > 0
  })

  /** In a fiber of its own, because the interrupted one cannot wait any more. */
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

  const rest = Effect.raceFirst(queue.wait(IDLE_MS), Queue.take(freed))

  /**
   * Runs until interrupted; then attempts under way get a moment to end, and the others go back into the
   * queue.
   */
  const run = look.pipe(
    Effect.flatMap((more) => (more ? Effect.void : rest)),
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
      sent: count.Sent,
      failed: count.Failed,
      skipped: count.Skipped
    }))
  }
})

/** Dispatcher runs the loops. */
export class Dispatcher extends Context.Service<Dispatcher>()("delivery/Dispatcher", { make }) {
  static readonly layer = Layer.effect(Dispatcher, make)
}
