// Answers for refusals that are temporary: 429 and 503 with `Retry-After`.
import { Effect } from "effect"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { TooMany, Unavailable } from "../../contract/http/errors.ts"

/** Returns the response to a refusal, with `Retry-After` in whole seconds. */
export const respondRetryLater = (
  problem: TooMany | Unavailable,
  seconds: number
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(
    Effect.orDie(HttpServerRespondable.toResponse(problem)),
    HttpServerResponse.setHeader("retry-after", String(seconds))
  )
