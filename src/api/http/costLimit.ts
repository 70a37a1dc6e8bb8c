// How often somebody may ask for what costs more than the rest. Counted in this process alone: each protects
// its own time.
import { Context, Duration, Effect } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type { Cost } from "../../contract/http/authorization.ts"
import { TooMany } from "../../contract/http/errors.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import { answerLater } from "./answerLater.ts"

/** Requests a minute, of each kind, for one token or one person by session; null: as many as they like. */
export const CostLimits = Context.Reference<Readonly<Record<Cost, number>> | null>("api/CostLimits", {
  defaultValue: () => null
})

const MINUTE_SECONDS = 60

const seconds = (duration: Duration.Duration) => Math.ceil(Duration.toSeconds(duration))

/**
 * Counts what each asks for, some things as several (`tokens`): gives the function that lets a request
 * through, with `RateLimit` headers, or answers 429. A minute's worth may be asked for at once.
 */
export const makeCostLimit = Effect.gen(function* () {
  const limits = yield* CostLimits
  const limiter = yield* Effect.provide(RateLimiter.make, RateLimiter.layerStoreMemory)

  return <E, R>(
    { id }: Pick<Actor, "id">,
    cost: Cost | undefined,
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    tokens = 1
  ) => {
    if (cost === undefined || limits === null) return app
    const limit = limits[cost]
    const policy = { "ratelimit-policy": `"${cost}";q=${limit};w=${MINUTE_SECONDS}` }
    const count = limiter.consume({
      algorithm: "token-bucket",
      key: `${cost} ${id}`,
      tokens: Math.min(tokens, limit),
      limit,
      window: Duration.seconds(MINUTE_SECONDS)
    })
    return Effect.matchEffect(count, {
      onSuccess: ({ remaining, resetAfter }) =>
        Effect.map(
          app,
          HttpServerResponse.setHeaders({
            ...policy,
            ratelimit: `"${cost}";r=${remaining};t=${seconds(resetAfter)}`
          })
        ),
      onFailure: ({ reason }) => {
        const wait = reason._tag === "RateLimitExceeded" ? Math.max(1, seconds(reason.retryAfter)) : 1
        const problem = new TooMany({
          code: "TOO_OFTEN",
          detail: `This may be asked ${limit} times a minute. The next time is in ${wait} s.`
        })
        return Effect.map(
          answerLater(problem, wait),
          HttpServerResponse.setHeaders({ ...policy, ratelimit: `"${cost}";r=0;t=${wait}` })
        )
      }
    })
  }
})
