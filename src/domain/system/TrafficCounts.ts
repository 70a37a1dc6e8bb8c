// Arrivals over time by source: how many, their outcomes, and how late they came.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"

const MINUTE_MS = 60_000

/** The period of a request that names none. */
const DEFAULT_PERIOD_MS = 180 * MINUTE_MS
/** MAX_TRAFFIC_BINS is how many bins an answer has at most. */
export const MAX_TRAFFIC_BINS = 500
/** DEFAULT_BINS is about how many bins an answer has where the request does not say how long one is. */
const DEFAULT_BINS = 180
/** Lengths that a bin can have where the request names none. */
const BIN_LENGTHS_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1440] as const

/** LAG_BINS_PER_DECADE is how many bins of lags a tenfold has. */
export const LAG_BINS_PER_DECADE = 4
/** MIN_LAG_SECONDS is where the first bin of lags begins. */
export const MIN_LAG_SECONDS = 0.1

const counts = (description: string) => Schema.Array(Schema.Int).annotate({ description })
const lags = (share: string) =>
  Schema.Array(Schema.NullOr(Schema.Finite)).annotate({
    description: `Seconds after which ${share} of what was taken had come; null: nothing was`
  })

const Lag = Schema.NullOr(Schema.Struct({ p50: Schema.Finite, p95: Schema.Finite })).annotate({
  description: "Over the whole span, seconds; null: nothing was taken"
})

/** TrafficCounts are the counts of a period, by source and bin. */
export const TrafficCounts = Schema.Struct({
  from: Instant,
  to: Instant,
  bin_seconds: Schema.Int,
  sources: Schema.Array(
    Schema.Struct({
      id: Uuid,
      name: Schema.String,
      is_whole: Schema.Boolean.annotate({
        description:
          "Everything that came by it is counted. false: it serves others too, or you see a part of the project, " +
          "so what you see is counted as far as it is kept as it came: of a busy source a part, for two days"
      }),
      accepted: counts("One for each bin, as all of these"),
      duplicates: counts("Known already"),
      rejected: counts("Refused"),
      unassigned: counts("Nobody's"),
      lag_p50: lags("half"),
      lag_p95: lags("95 %"),
      lag: Lag
    })
  ).annotate({ description: "By name" }),
  lag: Lag,
  lag_histogram: Schema.Array(
    Schema.Struct({ from_seconds: Schema.Finite, to_seconds: Schema.Finite, count: Schema.Int })
  ).annotate({
    description:
      "How late what was taken came, in bins each 1.78 times as long as the one before; empty ones are not told"
  })
}).annotate({ identifier: "TrafficCounts" })
export type TrafficCounts = typeof TrafficCounts.Type

/** TrafficSpan is a period in whole bins. */
export interface TrafficSpan {
  /** epoch ms, whole bins */
  readonly from: number
  readonly to: number
  readonly binMs: number
  readonly bins: number
}

/** Returns whole bins around the requested period, so that a bin stays the same while time goes on. */
export const trafficSpan = (
  asked: { readonly from?: number; readonly to?: number; readonly bin?: number },
  now: number
): TrafficSpan => {
  const end = asked.to ?? now
  const start = asked.from ?? end - DEFAULT_PERIOD_MS
  const minutes =
    asked.bin === undefined
      ? (BIN_LENGTHS_MINUTES.find((length) => end - start <= length * MINUTE_MS * DEFAULT_BINS) ??
        Math.ceil((end - start) / DEFAULT_BINS / 1440 / MINUTE_MS) * 1440)
      : Math.ceil(asked.bin / 60)
  const binMs = minutes * MINUTE_MS
  const from = Math.floor(start / binMs) * binMs,
    to = Math.max(from + binMs, Math.ceil(end / binMs) * binMs)
  return { from, to, binMs, bins: (to - from) / binMs }
}
