// An alert: an event that needs a person, and what people did about it, step by step.
import * as Schema from "effect/Schema"
import { Doer } from "../access/Person.ts"
import { Instant, Uuid } from "../schemas.ts"
import { severities } from "../rule/Document.ts"
import { alertStatuses } from "./alertStatus.ts"
import { historyReasons } from "./history.ts"
import { Headline } from "./decisiveFigure.ts"

export const actorKinds = ["user", "token", "mcp", "system"] as const

const AlertStep = Schema.Struct({
  at: Instant,
  actor: Schema.Struct({
    kind: Schema.Literals(actorKinds),
    id: Schema.NullOr(Uuid),
    name: Schema.NullOr(Schema.String)
  }),
  from: Schema.Literals(alertStatuses),
  to: Schema.Literals(alertStatuses),
  note: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AlertStep", description: "Who moved the alert, when, and why" })

/** Alerts of a list that are folded into one row, as far as they are counted. */
export const MAX_REPEATS = 1000

const Repeats = Schema.Struct({
  count: Schema.Int.annotate({
    description:
      "Alerts of the same rule and subject in the list, this one among them; " +
      `at most ${MAX_REPEATS} are counted`
  }),
  first_time: Instant.annotate({ description: "The earliest event_time among those that are counted" }),
  last_time: Instant.annotate({ description: "The latest" })
}).annotate({ identifier: "Repeats", description: "Only in a list with fold=true" })

/**
 * `acknowledged_at`, `acknowledged_by` and `resolved_at` speak of the present round: reopening clears them,
 * the steps keep the past. What it says of its event is as the event has it: names are those of that moment.
 */
export const Alert = Schema.Struct({
  id: Uuid,
  event_id: Uuid,
  project_id: Uuid,
  status: Schema.Literals(alertStatuses),
  severity: Schema.Literals(severities),
  title: Schema.String,
  entity_id: Schema.NullOr(Uuid),
  entity_name: Schema.NullOr(Schema.String),
  device_id: Schema.NullOr(Uuid),
  device_name: Schema.NullOr(Schema.String),
  event_type: Schema.String,
  event_time: Instant.annotate({ description: "When what the alert is about was true" }),
  rule: Schema.NullOr(
    Schema.Struct({ id: Uuid, name: Schema.String, version: Schema.Int }).annotate({
      description: "The rule whose event it is, and the version that made it; null: somebody reported it"
    })
  ),
  sample_age_seconds: Schema.NullOr(Schema.Finite).annotate({
    description: "How old the record that decided was when the event was made"
  }),
  lag_seconds: Schema.Finite.annotate({
    description: "How long after it happened it was known: created_at - event_time"
  }),
  history: Schema.NullOr(Schema.Literals(historyReasons)).annotate({
    description:
      "It is about the past, so it was resolved when it was made and nobody was told. source: of a data " +
      "source that imports the past; age: known later than the project looks back (history_after_hours)"
  }),
  reminder_count: Schema.Int.annotate({
    description: "Reminders that the condition still holds, besides the event that opened the alert"
  }),
  last_reminded_at: Schema.NullOr(Instant).annotate({
    description: "When the condition still held, by the newest of them"
  }),
  late: Schema.Boolean.annotate({ description: "It was found when older records came in" }),
  superseded: Schema.Boolean.annotate({
    description: "Records that came in later, or were corrected, say that its event did not happen"
  }),
  headline: Schema.NullOr(Headline),
  created_at: Instant,
  acknowledged_at: Schema.NullOr(Instant),
  acknowledged_by: Schema.NullOr(Doer),
  resolved_at: Schema.NullOr(Instant),
  steps: Schema.Array(AlertStep),
  repeats: Schema.optionalKey(Repeats)
}).annotate({
  identifier: "Alert",
  examples: [
    {
      id: "019a0c24-5e11-7f0b-8a2d-64b1c7d9e0f5",
      event_id: "019a0c24-5e10-7a33-9c41-2f8e0b6d1a72",
      project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
      status: "acknowledged",
      severity: "warning",
      title: "Battery low on Alma",
      entity_id: "019a0c1e-6d2f-7c31-9b43-5b1f0e6a2d10",
      entity_name: "Alma",
      device_id: "019a0c1f-02b7-7a90-8f55-3c2f9d3b7e21",
      device_name: "Collar 7",
      event_type: "BATTERY_LOW",
      event_time: "2026-05-01T04:40:00.000Z",
      rule: { id: "019a0c22-1d4f-7e88-b3a6-9c0d5e7f1a2b", name: "Battery low", version: 2 },
      sample_age_seconds: 31.208,
      lag_seconds: 31.208,
      history: null,
      reminder_count: 2,
      last_reminded_at: "2026-05-01T08:40:00.000Z",
      late: false,
      superseded: false,
      headline: { label: "Battery voltage", value: 3.14, op: "<", limit: 3.2, unit: "V" },
      created_at: "2026-05-01T04:40:31.208Z",
      acknowledged_at: "2026-05-01T04:52:10.911Z",
      acknowledged_by: { id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d", name: "Ines" },
      resolved_at: null,
      steps: [
        {
          at: "2026-05-01T04:52:10.911Z",
          actor: { kind: "user", id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d", name: "Ines" },
          from: "open",
          to: "acknowledged",
          note: "Driving out."
        }
      ]
    }
  ]
})
export type Alert = typeof Alert.Type
