// A circle is a polygon whose attributes say `shape`, `centre` and `radius_m` (spec 2.3). This makes that
// polygon.

import { circle as sphericalCircle } from "@turf/circle"
import * as Result from "effect/Result"
import { EARTH_RADIUS_M } from "./earth.ts"
import type { PolygonGeometry } from "./Geometry.ts"
import type { GeometryIssue } from "./GeometryIssue.ts"
import { isLatitude, isLongitude, type Point, toDegrees, wrapLongitude } from "./Point.ts"

/**
 * Least radius in metres, of circles and of lines and points with `radius_m`: below it corners would fall
 * together.
 */
export const MIN_RADIUS_M = 0.1
/** Greatest radius in metres, of the same: above it 64 straight edges are no circle any more. */
export const MAX_RADIUS_M = 1_000_000

const CIRCLE_VERTICES = 64

/** True for a radius in metres that a circle, or a line or point with `radius_m`, may have. */
export const isRadius = (radiusM: number): boolean => radiusM >= MIN_RADIUS_M && radiusM <= MAX_RADIUS_M

const invalid = (pointer: string, detail: string, at?: Point): Result.Result<never, GeometryIssue> =>
  Result.fail({ pointer, code: "CIRCLE_INVALID", detail, ...(at === undefined ? {} : { at }) })

/**
 * Returns the polygon of a circle: 64 corners exactly `radiusM` metres from the centre, counterclockwise from
 * north; over the antimeridian too. Refused, with a pointer into the attributes: a centre off the earth, a
 * radius outside 0.1 m..1,000 km, a circle that reaches a pole.
 */
export const circle = (centre: Point, radiusM: number): Result.Result<PolygonGeometry, GeometryIssue> => {
  const [lon, lat] = centre
  if (!isLongitude(lon) || !isLatitude(lat)) {
    return invalid(
      "/centre",
      "The centre must be a longitude from -180 to 180 and a latitude from -90 to 90."
    )
  }
  if (!isRadius(radiusM))
    return invalid(
      "/radius_m",
      `The radius must be between ${MIN_RADIUS_M} and ${MAX_RADIUS_M} metres.`,
      centre
    )
  const delta = radiusM / EARTH_RADIUS_M
  if (Math.abs(lat) + toDegrees(delta) >= 90)
    return invalid("/radius_m", "The circle reaches a pole; such areas are not supported.", centre)
  const round = sphericalCircle([lon, lat], radiusM, { steps: CIRCLE_VERTICES, units: "meters" })
  // what lies beyond the antimeridian comes with a longitude beyond 180
  const corners = round.geometry.coordinates[0]!.map(([x, y]): Point => [wrapLongitude(x!), y!])
  return Result.succeed({ type: "Polygon", coordinates: [corners] })
}
