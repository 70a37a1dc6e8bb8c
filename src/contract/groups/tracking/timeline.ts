// A period of time: its timeline, and its replay on the map.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import { Replay, Timeline as Strip } from "../../../domain/tracking/Timeline.ts"
import { Needs } from "../../http/authorization.ts"
import { docs } from "../../http/docs.ts"
import { Invalid } from "../../http/errors.ts"
import { IntegerInput, optionalParameter, OneOrMany } from "../../http/paging.ts"
import { BoundingBox } from "../events/events.ts"

const params = { project_id: Uuid }

/** MAX_BINS is how many bins a timeline has at most. */
export const MAX_BINS = 300
/** DEFAULT_BINS is how many bins a timeline has where the request does not say. */
export const DEFAULT_BINS = 96
/** MAX_TIMELINE_DAYS is the longest period of a timeline. */
export const MAX_TIMELINE_DAYS = 366
/** MAX_REPLAY_DAYS is the longest period of a replay. */
export const MAX_REPLAY_DAYS = 31
/** MAX_REPLAY_POINTS is how many points a replay has at most, and where the request does not say. */
export const MAX_REPLAY_POINTS = 20_000
/** MAX_REPLAY_ENTITIES is how many entities one replay names at most. */
export const MAX_REPLAY_ENTITIES = 50

const span = {
  from: InstantInput.pipe(Schema.annotateEncoded({ description: "From this moment on" })),
  to: InstantInput.pipe(Schema.annotateEncoded({ description: "Before this moment" }))
}

/** Timeline is the group of endpoints that read the timeline and the replay. */
export class Timeline extends HttpApiGroup.make("timeline")
  .add(
    HttpApiEndpoint.get("read", "/timeline", {
      params,
      query: {
        ...span,
        bins: optionalParameter(IntegerInput(1, MAX_BINS, DEFAULT_BINS), "Bins at most"),
        entity_id: optionalParameter(Uuid, "Only what is of this entity")
      },
      success: Strip,
      error: Invalid
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read the timeline",
          "How many fixes and events there were in each part of a span of at most 366 days, when it was " +
            "night, and where the days of the project's time zone begin."
        )
      ),
    HttpApiEndpoint.get("replay", "/map/replay", {
      params,
      query: {
        ...span,
        bbox: optionalParameter(
          BoundingBox,
          "Only fixes in this box: west,south,east,north in degrees; west > east crosses the antimeridian"
        ),
        entity_id: optionalParameter(
          OneOrMany(Uuid, { type: "string", format: "uuid" }),
          `Only this entity; repeat it for more, ${MAX_REPLAY_ENTITIES} at most`
        ),
        max_points: optionalParameter(
          IntegerInput(2, MAX_REPLAY_POINTS, MAX_REPLAY_POINTS),
          "Most points of all lines together"
        )
      },
      success: Replay,
      error: Invalid
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Replay a window",
          "The ways of everybody in a span of at most 31 days, as columns of times and places: of entities, " +
            "and of devices while they were on none. All lines together have `max_points`, each thinned " +
            "by its shape, the longest first."
        )
      )
  )
  .annotate(OpenApi.Title, "Timeline")
  .annotate(OpenApi.Description, "A window of time: how much there was when, and everybody's way through it.")
  .prefix("/projects/:project_id") {}
