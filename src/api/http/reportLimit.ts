// Rate limit for events that an AI client reports: events are permanent, and they alert people. Each process
// counts for itself.
import { Duration, Effect } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"

/** `MAX_REPORTS_PER_HOUR` is how many events one AI client may report. */
export const MAX_REPORTS_PER_HOUR = 60

/**
 * Makes the function that counts a report of a client, and returns the seconds until it may report again; 0:
 * now.
 */
export const makeReportLimit = Effect.gen(function* () {
  const limiter = yield* Effect.provide(RateLimiter.make, RateLimiter.layerStoreMemory)
  return (id: string) =>
    Effect.match(
      limiter.consume({
        algorithm: "token-bucket",
        key: id,
        tokens: 1,
        limit: MAX_REPORTS_PER_HOUR,
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
