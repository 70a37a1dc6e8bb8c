// The current state of an entity beside its record: last position, reporting, devices, and a sparkline of one metric
// over the last day.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { Comparison } from "../rule/conditions/Comparison.ts"
import { severities } from "../rule/Document.ts"
import { Entity } from "./Entity.ts"
import { reportings, STILL_FIXES, STILL_RADIUS_M } from "./reporting.ts"

const figure = Schema.NullOr(Schema.Finite)

/** SPARK_POINTS is how many points a spark has at most: one for every twelve minutes. */
export const SPARK_POINTS = 120
/** SPARK_HOURS is the period of a spark. */
export const SPARK_HOURS = 24

/** SPARK_METRIC is the metric of a spark unless the project's `spark_metric` names another. */
export const SPARK_METRIC = "activity"

/** SHORTEST_STEP_M is the shortest step that counts as distance: a receiver at rest would walk all day. */
export const SHORTEST_STEP_M = 25

/** EntityNow is the current state of an entity. */
export const EntityNow = Schema.Struct({
  last_fix: Schema.NullOr(
    Schema.Struct({
      time: Instant,
      age_seconds: Schema.Finite,
      lon: Schema.Finite,
      lat: Schema.Finite,
      heading_deg: figure,
      accuracy_m: figure
    })
  ).annotate({ description: "The newest valid fix; null: there is none" }),
  reporting: Schema.Literals(reportings).annotate({
    description:
      "`late`: the newest fix is older than four times the median wait between fixes of the last seven days, " +
      "and than 15 minutes; `silent`: older than the project's `silent_after_hours` (24); `never`: there is none"
  }),
  speed_kmh: figure.annotate({
    description:
      "As the device said, else between the two newest fixes where these are not more than two hours apart"
  }),
  battery: Schema.NullOr(
    Schema.Struct({
      metric: Schema.String,
      value: Schema.Finite,
      unit: Schema.NullOr(Schema.String),
      time: Instant
    })
  ).annotate({ description: "The newest value of `battery_voltage` or `battery_percent`" }),
  still_since: Schema.NullOr(Instant).annotate({
    description:
      `Since when it has stayed within ${STILL_RADIUS_M} m of its last fix, ten minutes at least, as its newest ` +
      `${STILL_FIXES} fixes of a day tell: it may have stood there longer; null: it moves or is silent`
  }),
  inside: Schema.Array(Schema.Struct({ id: Uuid, name: Schema.String, since: Instant })).annotate({
    description:
      "Features that hold the newest fix, the smallest first; `since`: the first fix of those in a row that lie " +
      "in it, as far back as is looked"
  }),
  today_km: figure.annotate({
    description:
      "The way along the fixes since midnight in the project's zone, kilometres; steps of less than " +
      `${SHORTEST_STEP_M} m are the receiver's. Of the step over midnight its share after it counts, unless it ` +
      "is longer than the project's `gap_hours` (4). null: no fix since, or too many to add up"
  }),
  device: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.String })).annotate({
    description: "What it wears now; of several the one it was given last"
  }),
  open_alerts: Schema.Struct({
    count: Schema.Int,
    severity: Schema.NullOr(Schema.Literals(severities)),
    title: Schema.NullOr(Schema.String)
  }).annotate({ description: "Open alerts, with the newest of the worst of them" })
}).annotate({ identifier: "EntityNow" })
export type EntityNow = typeof EntityNow.Type

/** Spark is the line of one metric. */
export const Spark = Schema.Struct({
  metric: Schema.String,
  unit: Schema.NullOr(Schema.String),
  limit: figure.annotate({
    description: "What an enabled rule about the entity compares the metric with; of several the gravest's"
  }),
  op: Schema.NullOr(Comparison).annotate({
    description: "How a value lies to the limit that the rule looks for; null: there is no limit"
  }),
  alert_open: Schema.Boolean.annotate({
    description: "Whether an alert about the entity is open that the rule made whose limit it is"
  }),
  points: Schema.Array(Schema.Struct({ time: Instant, value: Schema.Finite })).annotate({
    description:
      "Means of twelve minutes each of the last day, oldest first; those without a value are left out"
  })
}).annotate({ identifier: "Spark" })
export type Spark = typeof Spark.Type

/** EntityShown is an entity with the parts that the request included. */
export const EntityShown = Entity.pipe(
  Schema.fieldsAssign({ now: Schema.optionalKey(EntityNow), spark: Schema.optionalKey(Spark) })
).annotate({ identifier: "EntityShown" })
export type EntityShown = typeof EntityShown.Type
