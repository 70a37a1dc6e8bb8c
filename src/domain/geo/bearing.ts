// The direction in which one place lies from another.

import { toDegrees, toRadians } from "./Point.ts"

/**
 * Returns the initial bearing of the great circle from the first place to the second, in degrees from north,
 * 0 to 360.
 */
export const bearing = (lon1: number, lat1: number, lon2: number, lat2: number): number => {
  const [from, to, along] = [toRadians(lat1), toRadians(lat2), toRadians(lon2 - lon1)]
  const east = Math.sin(along) * Math.cos(to)
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(along)
  return (toDegrees(Math.atan2(east, north)) + 360) % 360
}
