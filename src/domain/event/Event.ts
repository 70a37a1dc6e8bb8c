// An event: something that was true at a moment, told once. The record as every reader gets it, over HTTP and on the stream.
import * as Schema from "effect/Schema"
import { Attributes, Description, Instant, InstantInput, Uuid } from "../fields.ts"
import { severities } from "../rule/Document.ts"
import { alertStatuses } from "./handle.ts"

export const sourceKinds = ["rule", "user", "ai", "device", "integration"] as const
export type SourceKind = typeof sourceKinds[number]

export const Place = Schema.Struct({
  type: Schema.Literal("Point"),
  coordinates: Schema.Tuple([
    Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })),
    Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 }))
  ])
}).annotate({ identifier: "Place", description: "GeoJSON: longitude, latitude" })

/** `time` is when it was true, `created_at` when the service learned of it. Names are those of that moment: they do not follow renames. */
export const Event = Schema.Struct({
  id: Uuid,
  project_id: Uuid,
  time: Instant.annotate({ description: "When it was true" }),
  created_at: Instant,
  event_type: Schema.String,
  severity: Schema.Literals(severities),
  title: Schema.String,
  description: Schema.String,
  geometry: Schema.NullOr(Place),
  entity_id: Schema.NullOr(Uuid),
  entity_name: Schema.NullOr(Schema.String),
  device_id: Schema.NullOr(Uuid),
  device_name: Schema.NullOr(Schema.String),
  feature_id: Schema.NullOr(Uuid),
  source: Schema.Struct({ kind: Schema.Literals(sourceKinds), id: Schema.NullOr(Uuid), name: Schema.NullOr(Schema.String) }),
  rule_id: Schema.NullOr(Uuid),
  rule_version: Schema.NullOr(Schema.Int),
  sample_time: Schema.NullOr(Instant).annotate({ description: "Time of the record that decided" }),
  sample_age_seconds: Schema.NullOr(Schema.Finite).annotate({ description: "created_at - sample_time" }),
  late: Schema.Boolean,
  superseded: Schema.Boolean,
  snoozed: Schema.Boolean,
  reminder: Schema.Boolean,
  ended_at: Schema.NullOr(Instant),
  duration_seconds: Schema.NullOr(Schema.Finite).annotate({ description: "ended_at - time" }),
  context: Attributes,
  trace_id: Schema.NullOr(Uuid),
  alert: Schema.NullOr(Schema.Struct({ id: Uuid, status: Schema.Literals(alertStatuses) }))
}).annotate({ identifier: "Event" })
export type Event = typeof Event.Type

/** What people and integrations say when they report an event. `time` is now unless given; `entity_id` is whom the device was on then, unless given. */
export const PostedEvent = Schema.Struct({
  event_type: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]{1,63}$/u)),
  title: Schema.String.check(Schema.isMaxLength(300), Schema.isPattern(/\S/u, { expected: "a text that is not blank" })),
  severity: Schema.optionalKey(Schema.Literals(severities)),
  description: Schema.optionalKey(Description),
  time: Schema.optionalKey(InstantInput),
  geometry: Schema.optionalKey(Schema.NullOr(Place)),
  entity_id: Schema.optionalKey(Uuid),
  device_id: Schema.optionalKey(Uuid),
  feature_id: Schema.optionalKey(Uuid),
  context: Schema.optionalKey(Attributes),
  create_alert: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "NewEvent" })
export type PostedEvent = typeof PostedEvent.Type

/** What an automation did about an event. */
export const Delivery = Schema.Struct({
  id: Uuid,
  automation_id: Schema.NullOr(Uuid),
  automation_name: Schema.NullOr(Schema.String),
  action_type: Schema.NullOr(Schema.String),
  status: Schema.Literals(["queued", "sent", "failed", "skipped"]),
  attempts: Schema.Int,
  error: Schema.NullOr(Schema.String),
  created_at: Instant,
  finished_at: Schema.NullOr(Instant)
}).annotate({ identifier: "Delivery" })
export type Delivery = typeof Delivery.Type
