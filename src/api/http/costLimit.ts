// Rate limits for requests that cost more than others. Each process counts for itself, since it protects its
// own processor time.
import { Context, Duration, Effect } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type { Cost } from "../../contract/http/authorization.ts"
import { TooMany } from "../../contract/http/errors.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import { respondRetryLater } from "./respondRetryLater.ts"

/**
 * `CostLimits` is how many requests a minute one token, or one user by session, may send of each kind of
 * cost; null: no limit.
 */
export const CostLimits = Context.Reference<Readonly<Record<Cost, number>> | null>("api/CostLimits", {
  defaultValue: () => null
})

const MINUTE_SECONDS = 60

const seconds = (duration: Duration.Duration) => Math.ceil(Duration.toSeconds(duration))

/**
 * `makeCostLimit` makes the function that runs a request with `RateLimit` headers, or answers 429. A request
 * may count as several (`tokens`). A token bucket: a minute's worth may be requested at once.
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
        const waitSeconds = reason._tag === "RateLimitExceeded" ? Math.max(1, seconds(reason.retryAfter)) : 1
        const problem = new TooMany({
          code: "TOO_OFTEN",
          detail: `This may be asked ${limit} times a minute. The next time is in ${waitSeconds} s.`
        })
        return Effect.map(
          respondRetryLater(problem, waitSeconds),
          HttpServerResponse.setHeaders({ ...policy, ratelimit: `"${cost}";r=0;t=${waitSeconds}` })
        )
      }
    })
  }
})
