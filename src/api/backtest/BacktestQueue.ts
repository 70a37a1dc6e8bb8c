// Limits how many rule tests this process computes at a time; further ones wait for a short time.
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Unavailable } from "../../contract/http/errors.ts"
import { type OnProgress, ignoreProgress } from "../../backtest/runBacktest.ts"
import { respondRetryLater } from "../http/respondRetryLater.ts"
import { answerNdjson, acceptsNdjson } from "./answerNdjson.ts"

/** `BacktestLimits` is how many tests run at a time, and how long another waits before it is refused. */
export const BacktestLimits = Context.Reference<{
  readonly maxConcurrent: number
  readonly maxWaitMs: number
}>("api/TestTurns", { defaultValue: () => ({ maxConcurrent: 2, maxWaitMs: 10_000 }) })
const RETRY_INTERVAL_MS = 100
const RETRY_AFTER_SECONDS = 5

const tooMany = new Unavailable({
  code: "TOO_MANY_TESTS",
  detail: "Other rule tests are running. Try again in a few seconds."
})

/** `RunQueued` runs an effect once there is room; fails with 503 where that takes too long. */
type RunQueued = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>

const make = Effect.gen(function* () {
  const { maxConcurrent, maxWaitMs } = yield* BacktestLimits
  const turns = yield* Semaphore.make(maxConcurrent)
  return Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
    for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += RETRY_INTERVAL_MS) {
      const result = yield* turns.withPermitsIfAvailable(1)(work)
      if (Option.isSome(result)) return result.value
      yield* Effect.sleep(RETRY_INTERVAL_MS)
    }
    return yield* tooMany
  }) satisfies RunQueued
})

/** `BacktestQueue` is the queue of this process; all requests that compute on the past share it. */
export class BacktestQueue extends Context.Service<BacktestQueue, RunQueued>()("api/Turns") {
  static readonly layer = Layer.effect(BacktestQueue, make)
}

/** Answers 503 with `Retry-After` where the wait was too long. */
export const orRetryLater = <A, E, R>(answer: Effect.Effect<A, E | Unavailable, R>) =>
  Effect.catchIf(
    answer,
    (e) => e === tooMany,
    () => respondRetryLater(tooMany, RETRY_AFTER_SECONDS)
  )

/**
 * Runs `work` through the queue and answers with its result: as NDJSON with its progress for clients that
 * accept it, with 503 where the wait was too long.
 */
export const answerQueued = <A extends object, E, R>(
  runQueued: RunQueued,
  request: Pick<HttpServerRequest, "headers">,
  work: (note: OnProgress) => Effect.Effect<A, E, R>
) =>
  orRetryLater(
    acceptsNdjson(request)
      ? answerNdjson((note) => runQueued(work(note)))
      : Effect.map(runQueued(work(ignoreProgress)), (found) => HttpServerResponse.jsonUnsafe(found))
  )
