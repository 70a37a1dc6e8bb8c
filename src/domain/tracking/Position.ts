// Positions as the API returns them: effective time and place (curated where a person corrected them), beside what
// was sent.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { severities } from "../rule/Document.ts"
import { alertStatuses } from "../event/alertStatus.ts"
import { recordTypes } from "./recordTypes.ts"
import { reportings } from "./reporting.ts"

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
  }),
  step_m: Schema.optionalKey(measured).annotate({
    description:
      "With `include=step`: metres from the valid fix before it of the same subject; null where the answer " +
      "holds none"
  }),
  step_kmh: Schema.optionalKey(measured).annotate({
    description: "With `include=step`: the speed that takes, in km/h; null also where both are of one moment"
  }),
  inside: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Uuid, name: Schema.String }))).annotate({
    description: "With `include=step`: the features that hold it"
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

const subjects = (description: string) => Schema.Int.annotate({ description })

/**
 * The last position of every entity, and of every device that is on none; `id` is the entity's or the
 * device's. What is counted is all of the project that the caller sees, whatever the box.
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
    record_type: Schema.Literals(recordTypes),
    reporting: Schema.Literals(reportings).annotate({
      description:
        "late: the last fix is older than 4 times the median interval of the newest 13 fixes of seven " +
        "days, and than 15 minutes; silent: older than `silent_after_hours` of the project's settings, " +
        "24 unless set; never: there is no fix, which is counted and not on the map"
    }),
    battery: Schema.NullOr(
      Schema.Struct({ metric: Schema.String, value: Schema.Finite, unit: Schema.NullOr(Schema.String) })
    ).annotate({
      description: "The newest of battery_percent and battery_voltage of the last seven days"
    }),
    still_since: Schema.NullOr(Instant).annotate({
      description:
        "Since when it has stayed within 50 m of its last fix, ten minutes at least, as its newest 300 " +
        "fixes of a day tell: it may have stood there longer; null: it moves or is silent, or more than " +
        "1,000 subjects are shown"
    }),
    open_alerts: Schema.Int
  })
)
  .pipe(
    Schema.fieldsAssign({
      counts: Schema.Struct({
        on_time: subjects("Subjects that report as usual"),
        late: subjects("Subjects that are late"),
        silent: subjects("Subjects that are silent"),
        never: subjects("Subjects without any fix"),
        total: subjects("All subjects")
      }),
      last_fix_at: Schema.NullOr(Instant).annotate({ description: "The newest fix of them all" })
    })
  )
  .annotate({ identifier: "MapNow" })
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
