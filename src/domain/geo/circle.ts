// A circle is a polygon whose attributes say `shape`, `centre` and `radius_m` (spec 2.3). This makes that
// polygon.

import * as Result from "effect/Result"
import { EARTH_RADIUS_M } from "./distance.ts"
import type { PolygonGeometry } from "./Geometry.ts"
import type { GeometryIssue } from "./GeometryIssue.ts"
import { isLatitude, isLongitude, type Point, toDegrees, toRadians, wrapLongitude } from "./Point.ts"

/**
 * Least radius in metres, of circles and of lines and points with `radius_m`: below it corners would fall
 * together.
 */
export const MIN_RADIUS_M = 0.1
/** Greatest radius in metres, of the same: above it 64 straight edges are no circle any more. */
export const MAX_RADIUS_M = 1_000_000

const VERTICES = 64

/** True for a radius in metres that a circle, or a line or point with `radius_m`, may have. */
export const isRadius = (radiusM: number): boolean => radiusM >= MIN_RADIUS_M && radiusM <= MAX_RADIUS_M

const invalid = (pointer: string, detail: string): Result.Result<never, GeometryIssue> =>
  Result.fail({ pointer, code: "CIRCLE_INVALID", detail })

/**
 * Where one comes to from `[lon, lat]` (radians) over the angle `delta` in direction `bearing` (radians from
 * north, clockwise), on the sphere.
 */
const destination = (lon: number, lat: number, delta: number, bearing: number): Point => {
  const sinLat = Math.sin(lat) * Math.cos(delta) + Math.cos(lat) * Math.sin(delta) * Math.cos(bearing)
  const dLon = Math.atan2(
    Math.sin(bearing) * Math.sin(delta) * Math.cos(lat),
    Math.cos(delta) - Math.sin(lat) * sinLat
  )
  return [wrapLongitude(toDegrees(lon + dLon)), toDegrees(Math.asin(sinLat))]
}

/**
 * The polygon of a circle: 64 corners exactly `radiusM` metres from the centre, counterclockwise from north;
 * over the antimeridian too. Refused, with a pointer into the attributes: a centre off the earth, a radius
 * outside 0.1 m..1,000 km, a circle that reaches a pole.
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
    return invalid("/radius_m", `The radius must be between ${MIN_RADIUS_M} and ${MAX_RADIUS_M} metres.`)
  const delta = radiusM / EARTH_RADIUS_M
  if (Math.abs(lat) + toDegrees(delta) >= 90)
    return invalid("/radius_m", "The circle reaches a pole; such areas are not supported.")
  const corners = Array.from({ length: VERTICES }, (_, i) =>
    destination(toRadians(lon), toRadians(lat), delta, (-2 * Math.PI * i) / VERTICES)
  )
  return Result.succeed({ type: "Polygon", coordinates: [[...corners, corners[0]!]] })
}
