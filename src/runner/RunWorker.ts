// Takes queued runs, up to a number at once, and ends those whose worker died.
import { Clock, Effect } from "effect"
import { every } from "../jobs/every.ts"
import { executeRun } from "./executeRun.ts"
import { type RunnerOptions, RunQueue, TrackSource } from "./ports.ts"

/** QUEUE_POLL_MS is how often the queue is polled without a notification. */
const QUEUE_POLL_MS = 1000
/** REAP_INTERVAL_MS is how often runs whose worker died are looked for. */
const REAP_INTERVAL_MS = 60_000

/** Runs until interrupted. A run that fails is stored as failed, and the worker takes the next. */
export const runWorker = Effect.fn("runWorker")(function* (
  options: RunnerOptions,
  modules: ReadonlyArray<string>
) {
  const queue = yield* RunQueue
  yield* TrackSource

  const reap = Effect.tap(queue.reap(options.timeoutMs), (ended) =>
    ended === 0 ? Effect.void : Effect.logWarning("runs whose worker was gone are ended", { runs: ended })
  )
  yield* Effect.forkScoped(every(REAP_INTERVAL_MS, "looking for runs whose worker is gone", reap))

  const takeOne = Effect.gen(function* () {
    const claim = yield* queue.claim
    if (claim === null) return yield* queue.wait(QUEUE_POLL_MS)
    const began = yield* Clock.currentTimeMillis
    yield* Effect.logInfo("a run begins", { run: claim.id, module: claim.module })
    yield* executeRun(claim, options, modules)
    yield* Effect.logInfo("a run ended", { run: claim.id, ms: (yield* Clock.currentTimeMillis) - began })
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(
        Effect.logError("the queue of runs cannot be used; it is tried again", cause),
        Effect.sleep(QUEUE_POLL_MS)
      )
    )
  )

  return yield* Effect.all(
    Array.from({ length: options.concurrency }, () => Effect.forever(takeOne)),
    { concurrency: "unbounded", discard: true }
  )
})
