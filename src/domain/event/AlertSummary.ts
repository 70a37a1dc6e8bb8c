// How a project stands with its alerts: what waits, and how soon people came to it.
import * as Schema from "effect/Schema"
import { Instant } from "../schemas.ts"

/** SUMMARY_MS is how far back the summary counts the steps of people. */
export const SUMMARY_MS = 30 * 86_400_000

const count = (description: string) => Schema.Int.annotate({ description })

export const AlertSummary = Schema.Struct({
  open: count("Alerts that nobody has acknowledged"),
  acknowledged: count("Alerts that somebody has, and that are not resolved"),
  resolved_30d: count(
    "Alerts that were resolved in the last 30 days and are so still, without those about the past"
  ),
  critical: count("Critical alerts among those that are open"),
  oldest_open_at: Schema.NullOr(Instant).annotate({
    description: "When the oldest open alert was created; null: none is open"
  }),
  median_seconds_to_acknowledge_30d: Schema.NullOr(Schema.Finite).annotate({
    description:
      "From creation to acknowledgement, of alerts that were acknowledged in the last 30 days and not " +
      "reopened since; null: none was"
  })
}).annotate({
  identifier: "AlertSummary",
  examples: [
    {
      open: 5,
      acknowledged: 2,
      resolved_30d: 31,
      critical: 1,
      oldest_open_at: "2026-05-01T09:12:40.118Z",
      median_seconds_to_acknowledge_30d: 540
    }
  ]
})
export type AlertSummary = typeof AlertSummary.Type
