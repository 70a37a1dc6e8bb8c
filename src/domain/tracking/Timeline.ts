// A period of time: counts by bin, nights and days, and the tracks of all entities through it.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { SHORTEST_STEP_M } from "./EntityNow.ts"

const count = Schema.Int

/** Timeline are the counts of a period by bin and by day. */
export const Timeline = Schema.Struct({
  bins: Schema.Array(
    Schema.Struct({
      from: Instant,
      fixes: Schema.NullOr(count).annotate({
        description: "Valid fixes; null in every bin: the span has more than are counted"
      }),
      info: count,
      warning: count,
      critical: count
    })
  ).annotate({
    description: "Of one length, but for the last, which ends with the span; fixes, and events by severity"
  }),
  nights: Schema.Array(
    Schema.Struct({ from: Instant, to: Instant, kind: Schema.Literals(["night", "twilight"]) })
  ).annotate({
    description:
      "When the sun is below the horizon at the middle of the project's features, or of its newest fixes " +
      "where it has none; none: nobody knows where the project is"
  }),
  days: Schema.Array(
    Schema.Struct({
      date: Schema.String.annotate({ format: "date" }),
      from: Instant,
      to: Instant,
      totals: Schema.optionalKey(
        Schema.Struct({
          fixes: Schema.NullOr(count).annotate({
            description: "null in every day: the span has more than are looked at"
          }),
          distance_km: Schema.NullOr(Schema.Finite).annotate({
            description:
              "The way along the fixes, from the last one before the day where that is in the span; steps of " +
              `less than ${SHORTEST_STEP_M} m are the receiver's. null: no fix`
          }),
          info: count,
          warning: count,
          critical: count
        })
      ).annotate({
        description:
          "Where an entity is named: what there was of it in that part of the day that is in the span"
      })
    })
  ).annotate({
    description: "The days of the project's time zone that the span touches, whole: 23 to 25 hours"
  })
}).annotate({ identifier: "Timeline" })
export type Timeline = typeof Timeline.Type

/** Replay are the tracks of a period, with the times of their points. */
export const Replay = Schema.Struct({
  subjects: Schema.Array(
    Schema.Struct({
      entity_id: Schema.NullOr(Uuid),
      device_id: Uuid.annotate({ description: "The device of the last fix" }),
      name: Schema.NullOr(Schema.String),
      times: Schema.Array(Instant),
      coordinates: Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite]))
    })
  ),
  truncated: Schema.Boolean.annotate({
    description: "Fixes are left out: lines are thinned, or subjects are too many for two points each"
  })
}).annotate({ identifier: "Replay" })
export type Replay = typeof Replay.Type
