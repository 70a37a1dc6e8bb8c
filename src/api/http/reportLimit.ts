// How much one AI client may report: an event stays for good, and people are called. Counted in this process alone.
import { Duration, Effect } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"

export const REPORTS_AN_HOUR = 60

/** Gives the function that counts a report; seconds until the client may report again, 0: now. */
export const makeReportLimit = Effect.gen(function* () {
  const limiter = yield* Effect.provide(RateLimiter.make, RateLimiter.layerStoreMemory)
  return (id: string) =>
    Effect.match(
      limiter.consume({
        algorithm: "token-bucket",
        key: id,
        tokens: 1,
        limit: REPORTS_AN_HOUR,
        window: Duration.hours(1)
      }),
      {
        onSuccess: () => 0,
        onFailure: ({ reason }) =>
          reason._tag === "RateLimitExceeded"
            ? Math.max(1, Math.ceil(Duration.toSeconds(reason.retryAfter)))
            : 1
      }
    )
})
