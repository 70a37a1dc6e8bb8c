// Positions, tracks and the map.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import { MapEvents, MapNow, Position, Track } from "../../../domain/tracking/Position.ts"
import { Needs } from "../../http/authorization.ts"
import { Invalid, Malformed } from "../../http/errors.ts"
import { BoundingBox } from "../events/events.ts"
import { BooleanInput, IntegerInput, Page, paged, optionalParameter, timeRange } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

const params = { project_id: Uuid }
const subject = {
  entity_id: optionalParameter(Uuid, "Whose: this entity"),
  device_id: optionalParameter(Uuid, "Whose: this device")
}

/** MAX_TRACK_POINTS is how many points a track has at most, and where the request does not say. */
export const MAX_TRACK_POINTS = 10_000

/** MAX_EVENTS is how many events one request puts on the map at most, and where the request does not say. */
export const MAX_EVENTS = 2000

/** Positions is the group of endpoints that read positions, tracks and the map. */
export class Positions extends HttpApiGroup.make("positions")
  .add(
    HttpApiEndpoint.get("list", "/positions", {
      params,
      query: {
        ...paged,
        ...subject,
        ...timeRange,
        include_invalid: optionalParameter(BooleanInput, "Also positions that are marked as wrong"),
        sources: optionalParameter(
          Schema.Literals(["device", "network", "all"]),
          "By whom the place was found; device unless given"
        ),
        include: optionalParameter(
          Schema.Literal("step"),
          "`step`: how far and how fast from the fix before, and inside what"
        )
      },
      success: Page(Position),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List positions",
          "What was seen of an entity or a device, newest first, with the corrections of people " +
            "applied. Positions of devices' own receivers alone unless `sources` says otherwise."
        )
      ),
    HttpApiEndpoint.get("track", "/tracks", {
      params,
      query: {
        ...subject,
        ...timeRange,
        max_points: optionalParameter(
          IntegerInput(2, MAX_TRACK_POINTS, MAX_TRACK_POINTS),
          "Most points of the line"
        )
      },
      success: Track,
      error: Invalid
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read a track",
          "The way of one entity or device as a GeoJSON line with the time of each point, decimated " +
            "by shape to `max_points`."
        )
      ),
    HttpApiEndpoint.get("mapNow", "/map/current", {
      params,
      query: {
        bbox: optionalParameter(
          BoundingBox,
          "Only what is in this box: west,south,east,north in degrees; west > east crosses the antimeridian"
        ),
        at: optionalParameter(InstantInput, "As of this moment of the past; now unless given")
      },
      success: MapNow
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Where everybody is",
          "The last position of every entity, and of every device that is on none, as a " +
            "FeatureCollection: with who of them reports as usual, is late or silent, the battery, since " +
            "when they stand still and the count of open alerts. `counts` and `last_fix_at` are of all " +
            "of them, whatever the box. `at` gives a past moment by what is known now: who they are and " +
            "what was corrected since."
        )
      ),
    HttpApiEndpoint.get("mapEvents", "/map/events", {
      params,
      query: {
        hours: optionalParameter(
          IntegerInput(1, 744, 24),
          "How far back of `to`, or of now, unless `from` is given"
        ),
        ...timeRange,
        limit: optionalParameter(IntegerInput(1, MAX_EVENTS, MAX_EVENTS), "Events of one call"),
        cursor: paged.cursor
      },
      success: MapEvents,
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Recent events on the map",
          "Events of the last hours that have a place, newest first, as a FeatureCollection of at " +
            "most 2,000 a call, or those of a span; `truncated` says that there are more, and `next_cursor` " +
            "where they begin."
        )
      )
  )
  .annotate(OpenApi.Title, "Positions")
  .annotate(OpenApi.Description, "What was seen: positions, tracks and the map.")
  .prefix("/projects/:project_id") {}
