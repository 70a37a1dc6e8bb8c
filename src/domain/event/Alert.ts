// An alert: an event that needs a person, and what people did about it, step by step.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../fields.ts"
import { severities } from "../rule/Document.ts"
import { alertStatuses } from "./handle.ts"

export const actorKinds = ["user", "token", "mcp", "system"] as const

export const AlertStep = Schema.Struct({
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

/**
 * `acknowledged_at` and `resolved_at` speak of the present round: reopening clears them, the steps keep the
 * past.
 */
export const Alert = Schema.Struct({
  id: Uuid,
  event_id: Uuid,
  project_id: Uuid,
  status: Schema.Literals(alertStatuses),
  severity: Schema.Literals(severities),
  title: Schema.String,
  entity_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid),
  created_at: Instant,
  acknowledged_at: Schema.NullOr(Instant),
  resolved_at: Schema.NullOr(Instant),
  steps: Schema.Array(AlertStep)
}).annotate({
  identifier: "Alert",
  examples: [
    {
      id: "019a0c24-5e11-7f0b-8a2d-64b1c7d9e0f5",
      event_id: "019a0c24-5e10-7a33-9c41-2f8e0b6d1a72",
      project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
      status: "acknowledged",
      severity: "warning",
      title: "Alma left Lower meadow",
      entity_id: "019a0c1e-6d2f-7c31-9b43-5b1f0e6a2d10",
      device_id: "019a0c1f-02b7-7a90-8f55-3c2f9d3b7e21",
      created_at: "2026-05-01T04:40:31.208Z",
      acknowledged_at: "2026-05-01T04:52:10.911Z",
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
