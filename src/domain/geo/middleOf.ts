// The middle of places: of their directions from the centre of the earth, so that it lies among them on both
// sides of the antimeridian.
import { type Point, toDegrees, toRadians } from "./Point.ts"

/** Returns the middle of places in degrees; null: of none, or of places all around the earth. */
export const middleOf = (places: ReadonlyArray<Point>): Point | null => {
  let x = 0,
    y = 0,
    z = 0
  for (const [lon, lat] of places) {
    const along = Math.cos(toRadians(lat))
    x += along * Math.cos(toRadians(lon))
    y += along * Math.sin(toRadians(lon))
    z += Math.sin(toRadians(lat))
  }
  // no direction is left but what rounding makes of it
  if (Math.hypot(x, y, z) < 1e-9 * places.length || places.length === 0) return null
  return [toDegrees(Math.atan2(y, x)), toDegrees(Math.atan2(z, Math.hypot(x, y)))]
}
