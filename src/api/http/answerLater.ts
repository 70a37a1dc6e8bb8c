// Refusals that pass: 429 and 503 say when to come again.
import { Effect } from "effect"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { TooMany, Unavailable } from "../../contract/http/errors.ts"

/** The refusal with `Retry-After`, whole seconds. */
export const answerLater = (
  problem: TooMany | Unavailable,
  seconds: number
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(
    Effect.orDie(HttpServerRespondable.toResponse(problem)),
    HttpServerResponse.setHeader("retry-after", String(seconds))
  )
