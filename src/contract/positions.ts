// Positions, tracks and the map: reads of what was seen.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Uuid } from "../domain/fields.ts"
import { MapEvents, MapNow, Position, Track } from "../domain/tracking/Position.ts"
import { Needs } from "./authorization.ts"
import { Invalid, Malformed } from "./errors.ts"
import { BoundingBox } from "./events.ts"
import { BooleanInput, IntegerInput, Page, paged, timeRange } from "./paging.ts"

const params = { project_id: Uuid }
const subject = { entity_id: Schema.optionalKey(Uuid), device_id: Schema.optionalKey(Uuid) }

/** Most points of a track; also what a caller gets who does not say. */
export const MAX_TRACK_POINTS = 10_000

export class Positions extends HttpApiGroup.make("positions").add(
  HttpApiEndpoint.get("list", "/positions", {
    params,
    query: {
      ...paged, ...subject, ...timeRange, include_invalid: Schema.optionalKey(BooleanInput),
      sources: Schema.optionalKey(Schema.Literals(["device", "network", "all"])).annotate({ description: "device unless given" })
    },
    success: Page(Position),
    error: [Malformed, Invalid]
  }).annotate(Needs, "project:read"),
  HttpApiEndpoint.get("track", "/tracks", {
    params,
    query: { ...subject, ...timeRange, max_points: Schema.optionalKey(IntegerInput(2, MAX_TRACK_POINTS)) },
    success: Track,
    error: Invalid
  }).annotate(Needs, "project:read"),
  HttpApiEndpoint.get("mapNow", "/map/current", { params, query: { bbox: Schema.optionalKey(BoundingBox) }, success: MapNow }).annotate(Needs, "project:read"),
  HttpApiEndpoint.get("mapEvents", "/map/events", { params, query: { hours: Schema.optionalKey(IntegerInput(1, 744)) }, success: MapEvents }).annotate(Needs, "project:read")
).prefix("/projects/:project_id") {}
