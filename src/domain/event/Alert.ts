// An alert: an event that needs a person, and what people did about it, step by step.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../fields.ts"
import { severities } from "../rule/Document.ts"
import { alertStatuses } from "./handle.ts"

export const actorKinds = ["user", "token", "mcp", "system"] as const

export const AlertStep = Schema.Struct({
  at: Instant,
  actor: Schema.Struct({ kind: Schema.Literals(actorKinds), id: Schema.NullOr(Uuid), name: Schema.NullOr(Schema.String) }),
  from: Schema.Literals(alertStatuses),
  to: Schema.Literals(alertStatuses),
  note: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AlertStep", description: "Who moved the alert, when, and why" })

/** `acknowledged_at` and `resolved_at` speak of the present round: reopening clears them, the steps keep the past. */
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
}).annotate({ identifier: "Alert" })
export type Alert = typeof Alert.Type
