// Whose turn it is: rule tests are computed in this process, a few at a time.
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Unavailable } from "../../contract/http/errors.ts"
import { type OnProgress, ignoreProgress } from "../../backtest/runBacktest.ts"
import { respondRetryLater } from "../http/respondRetryLater.ts"
import { answerInLines, wantsLines } from "./answerInLines.ts"

/**
 * How many tests one process runs at a time, and how long others wait for their turn before they are sent
 * away, ms.
 */
export const TestTurns = Context.Reference<{ readonly atOnce: number; readonly patienceMs: number }>(
  "api/TestTurns",
  { defaultValue: () => ({ atOnce: 2, patienceMs: 10_000 }) }
)
const LOOK_AGAIN_MS = 100
const RETRY_AFTER_SECONDS = 5

const tooMany = new Unavailable({
  code: "TOO_MANY_TESTS",
  detail: "Other rule tests are running. Try again in a few seconds."
})

/** Lets a piece of work begin once it has its turn; fails where that takes too long. */
type InTurn = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>

const make = Effect.gen(function* () {
  const { atOnce, patienceMs } = yield* TestTurns
  const turns = yield* Semaphore.make(atOnce)
  return Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
    for (let waited = 0; waited < patienceMs; waited += LOOK_AGAIN_MS) {
      const done = yield* turns.withPermitsIfAvailable(1)(work)
      if (Option.isSome(done)) return done.value
      yield* Effect.sleep(LOOK_AGAIN_MS)
    }
    return yield* tooMany
  }) satisfies InTurn
})

/** The turns of this process: whatever asks the past has them in common. */
export class Turns extends Context.Service<Turns, InTurn>()("api/Turns") {
  static readonly layer = Layer.effect(Turns, make)
}

/** The same, or 503 with when to come again where it would have been too long. */
export const orLater = <A, E, R>(answer: Effect.Effect<A, E | Unavailable, R>) =>
  Effect.catchIf(
    answer,
    (e) => e === tooMany,
    () => respondRetryLater(tooMany, RETRY_AFTER_SECONDS)
  )

/**
 * Answers with what a piece of work finds once it has its turn, in lines for whoever asks for them, and with
 * 503 where that takes too long.
 */
export const answerInTurn = <A extends object, E, R>(
  inTurn: InTurn,
  request: Pick<HttpServerRequest, "headers">,
  work: (note: OnProgress) => Effect.Effect<A, E, R>
) =>
  orLater(
    wantsLines(request)
      ? answerInLines((note) => inTurn(work(note)))
      : Effect.map(inTurn(work(ignoreProgress)), (found) => HttpServerResponse.jsonUnsafe(found))
  )
