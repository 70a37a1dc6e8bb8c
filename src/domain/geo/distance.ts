// Distance between two places. Everything that measures metres on the ground, rules and analyses alike, asks
// here.

import { EARTH_RADIUS_M } from "./earth.ts"
import { toRadians } from "./Point.ts"

/**
 * Great-circle distance in metres by the haversine formula (spec 2.8, rule 1). Longitudes may lie on either
 * side of the antimeridian. Rounding never makes it NaN, for antipodes neither.
 */
export const distance = (lon1: number, lat1: number, lon2: number, lat2: number): number => {
  const sinLat = Math.sin(toRadians(lat2 - lat1) / 2)
  const sinLon = Math.sin(toRadians(lon2 - lon1) / 2)
  const h = sinLat * sinLat + Math.cos(toRadians(lat1)) * Math.cos(toRadians(lat2)) * sinLon * sinLon
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}
