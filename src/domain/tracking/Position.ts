// Positions as readers get them: effective time and place (curated where a person corrected them), with what
// was sent beside.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../fields.ts"
import { severities } from "../rule/Document.ts"
import { alertStatuses } from "../event/handle.ts"
import { recordTypes } from "./recordTypes.ts"

const Degrees = Schema.Tuple([Schema.Finite, Schema.Finite])
const Point = Schema.Struct({ type: Schema.Literal("Point"), coordinates: Degrees })
const measured = Schema.NullOr(Schema.Finite)

/**
 * `time` is the effective one; `valid` false: marked as wrong, or in conflict with another fix of the same
 * moment.
 */
export const Position = Schema.Struct({
  id: Schema.Int,
  time: Instant,
  original_time: Instant,
  received_at: Instant,
  device_id: Uuid,
  project_id: Uuid,
  entity_id: Schema.NullOr(Uuid),
  record_type: Schema.Literals(recordTypes),
  geometry: Point,
  altitude_m: measured,
  speed_mps: measured,
  heading_deg: measured,
  accuracy_m: measured,
  satellites: Schema.NullOr(Schema.Int),
  attributes: Schema.Record(Schema.String, Schema.Json),
  valid: Schema.Boolean,
  curated_fields: Schema.Array(Schema.Literals(["time", "geometry", "valid"])),
  trace_id: Schema.NullOr(Uuid).annotate({
    description:
      "The trace of the rule that fired at this position; null: none did, and what is accepted leaves " +
      "no other"
  })
}).annotate({ identifier: "Position" })
export type Position = typeof Position.Type

/** A track as one GeoJSON feature; `times` go with the coordinates. A single fix is a point, none is null. */
export const Track = Schema.Struct({
  type: Schema.Literal("Feature"),
  geometry: Schema.NullOr(
    Schema.Union([
      Schema.Struct({ type: Schema.Literal("LineString"), coordinates: Schema.Array(Degrees) }),
      Point
    ])
  ),
  properties: Schema.Struct({
    entity_id: Schema.NullOr(Uuid),
    device_id: Schema.NullOr(Uuid),
    times: Schema.Array(Instant),
    total_points: Schema.Int,
    returned_points: Schema.Int
  })
}).annotate({ identifier: "Track" })
export type Track = typeof Track.Type

const collection = <S extends Schema.Top>(properties: S) =>
  Schema.Struct({
    type: Schema.Literal("FeatureCollection"),
    features: Schema.Array(
      Schema.Struct({ type: Schema.Literal("Feature"), id: Uuid, geometry: Point, properties })
    )
  })

/**
 * The last position of every entity, and of every device that is on none; `id` is the entity's or the
 * device's.
 */
export const MapNow = collection(
  Schema.Struct({
    entity_id: Schema.NullOr(Uuid),
    entity_name: Schema.NullOr(Schema.String),
    entity_type: Schema.NullOr(Schema.String),
    group_id: Schema.NullOr(Uuid),
    device_id: Uuid,
    device_name: Schema.NullOr(Schema.String),
    time: Instant,
    speed_mps: measured,
    heading_deg: measured,
    accuracy_m: measured,
    open_alerts: Schema.Int
  })
).annotate({ identifier: "MapNow" })
export type MapNow = typeof MapNow.Type

/** Recent events that have a place, newest first; one call has 2,000 of them. */
export const MapEvents = collection(
  Schema.Struct({
    time: Instant,
    event_type: Schema.String,
    severity: Schema.Literals(severities),
    title: Schema.String,
    entity_id: Schema.NullOr(Uuid),
    entity_name: Schema.NullOr(Schema.String),
    device_id: Schema.NullOr(Uuid),
    rule_id: Schema.NullOr(Uuid),
    alert_id: Schema.NullOr(Uuid),
    alert_status: Schema.NullOr(Schema.Literals(alertStatuses))
  })
)
  .pipe(
    Schema.fieldsAssign({
      truncated: Schema.Boolean.annotate({
        description: "There are more than these: `next_cursor` has them"
      }),
      next_cursor: Schema.NullOr(Schema.String).annotate({
        description: "The cursor of the next part; null: this is the last"
      })
    })
  )
  .annotate({ identifier: "MapEvents" })
export type MapEvents = typeof MapEvents.Type
