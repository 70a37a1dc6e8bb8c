// An event: something that was true at a moment, told once. The record as every reader gets it, over HTTP and
// on the stream.
import * as Schema from "effect/Schema"
import { Attributes, Description, Instant, InstantInput, NewAttributes, Uuid } from "../schemas.ts"
import type { SimpleGeometry } from "../geo/Geometry.ts"
import { severities } from "../rule/Document.ts"
import { alertStatuses } from "./alertStatus.ts"
import { historyReasons } from "./history.ts"

export const sourceKinds = ["rule", "user", "ai", "device", "integration"] as const
export type SourceKind = (typeof sourceKinds)[number]

const position = Schema.Tuple([
  Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })),
  Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 }))
])
const line = Schema.Array(position)
const rings = Schema.Array(line)
const shaped = <T extends SimpleGeometry["type"], S extends Schema.Top>(type: T, coordinates: S) =>
  Schema.Struct({ type: Schema.Literal(type), coordinates })

const simple = [
  shaped("Point", position),
  shaped("MultiPoint", line),
  shaped("LineString", line),
  shaped("MultiLineString", rings),
  shaped("Polygon", rings),
  shaped("MultiPolygon", Schema.Array(rings))
] as const
/** Place is the location of an event: a point, or any other shape of GeoJSON. */
const Place = Schema.Union([
  ...simple,
  Schema.Struct({
    type: Schema.Literal("GeometryCollection"),
    geometries: Schema.Array(Schema.Union(simple))
  })
]).annotate({
  identifier: "Place",
  description: "GeoJSON (RFC 7946), WGS 84: longitude, latitude. Of a rule a point"
})

/**
 * `time` is when it was true, `created_at` when the service learned of it. Names are those of that moment:
 * they do not follow renames.
 */
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
  source: Schema.Struct({
    kind: Schema.Literals(sourceKinds),
    id: Schema.NullOr(Uuid),
    name: Schema.NullOr(Schema.String)
  }),
  rule_id: Schema.NullOr(Uuid),
  rule_version: Schema.NullOr(Schema.Int),
  sample_time: Schema.NullOr(Instant).annotate({ description: "Time of the record that decided" }),
  sample_age_seconds: Schema.NullOr(Schema.Finite).annotate({ description: "created_at - sample_time" }),
  late: Schema.Boolean.annotate({ description: "It was found when older records came in" }),
  superseded: Schema.Boolean.annotate({ description: "Records that came in later say otherwise" }),
  snoozed: Schema.Boolean.annotate({
    description: "The rule was snoozed for the subject: no alert was made"
  }),
  reminder: Schema.Boolean.annotate({ description: "The condition still holds, after the cooldown" }),
  ended_at: Schema.NullOr(Instant),
  duration_seconds: Schema.NullOr(Schema.Finite).annotate({ description: "ended_at - time" }),
  context: Attributes,
  trace_id: Schema.NullOr(Uuid),
  alert: Schema.NullOr(
    Schema.Struct({
      id: Uuid,
      status: Schema.Literals(alertStatuses),
      history: Schema.optionalKey(
        Schema.Literals(historyReasons).annotate({
          description: "It is about the past, so it was resolved when it was made: why"
        })
      )
    })
  ).annotate({ description: "The alert that it opened; of a reminder the alert of its episode" })
}).annotate({
  identifier: "Event",
  examples: [
    {
      id: "019a0c24-5e10-7a33-9c41-2f8e0b6d1a72",
      project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
      time: "2026-05-01T04:40:00.000Z",
      created_at: "2026-05-01T04:40:31.208Z",
      event_type: "GEOFENCE_EXIT",
      severity: "warning",
      title: "Alma left Lower meadow",
      description: "",
      geometry: { type: "Point", coordinates: [10.5204, 51.2051] },
      entity_id: "019a0c1e-6d2f-7c31-9b43-5b1f0e6a2d10",
      entity_name: "Alma",
      device_id: "019a0c1f-02b7-7a90-8f55-3c2f9d3b7e21",
      device_name: "Collar 7",
      feature_id: "019a0c20-3a5b-7d66-9e81-4b7c2d1f0a93",
      source: { kind: "rule", id: "019a0c22-1d4f-7e88-b3a6-9c0d5e7f1a2b", name: "Left a fence" },
      rule_id: "019a0c22-1d4f-7e88-b3a6-9c0d5e7f1a2b",
      rule_version: 1,
      sample_time: "2026-05-01T04:40:00.000Z",
      sample_age_seconds: 31.208,
      late: false,
      superseded: false,
      snoozed: false,
      reminder: false,
      ended_at: null,
      duration_seconds: null,
      context: {
        trigger: { kind: "position", record_id: 4711, at: "2026-05-01T04:40:00.000Z" },
        feature: { id: "019a0c20-3a5b-7d66-9e81-4b7c2d1f0a93", name: "Lower meadow" }
      },
      trace_id: "019a0c24-5e12-7b04-8d5e-93a0c1f2e4b6",
      alert: { id: "019a0c24-5e11-7f0b-8a2d-64b1c7d9e0f5", status: "acknowledged" }
    }
  ]
})
export type Event = typeof Event.Type

/**
 * PostedEvent is the body of an event that people and integrations report. `time` defaults to now,
 * `entity_id` to the entity that the device was assigned to then.
 */
export const PostedEvent = Schema.Struct({
  event_type: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]{1,63}$/u)),
  title: Schema.String.check(
    Schema.isMaxLength(300),
    Schema.isPattern(/\S/u, { expected: "a text that is not blank" })
  ),
  severity: Schema.optionalKey(Schema.Literals(severities)),
  description: Schema.optionalKey(Description),
  time: Schema.optionalKey(InstantInput),
  geometry: Schema.optionalKey(
    Schema.Json.annotate({
      description: "GeoJSON geometry (RFC 7946) of any type, WGS 84, at most 10,000 positions; null: nowhere"
    })
  ),
  entity_id: Schema.optionalKey(Uuid),
  device_id: Schema.optionalKey(Uuid),
  feature_id: Schema.optionalKey(Uuid),
  context: Schema.optionalKey(NewAttributes),
  create_alert: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "NewEvent" })
export type PostedEvent = typeof PostedEvent.Type
