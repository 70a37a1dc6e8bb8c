// How far a position is from the border of a geometry: below zero inside, above outside.
import { contains, isNearBorder } from "./contains.ts"
import type { Prepared } from "./Polygon.ts"

/** Half the way round the earth, metres: nothing is further away. */
const FARTHEST_M = 20_100_000
/** Metres to which it is told. */
const EXACT_M = 0.5

/**
 * Metres, to half a metre; a place on the border is 0. Of a line or point its own distance, without its
 * radius.
 */
export const borderDistance = (prepared: Prepared, lon: number, lat: number): number => {
  const isIn = contains(prepared, lon, lat)
  let near = 0,
    far = 1
  while (far < FARTHEST_M && !isNearBorder(prepared, lon, lat, far)) {
    near = far
    far *= 4
  }
  while (far - near > EXACT_M) {
    const middle = (near + far) / 2
    if (isNearBorder(prepared, lon, lat, middle)) far = middle
    else near = middle
  }
  const metres = Math.round((near + far) / 2)
  return metres === 0 ? 0 : isIn ? -metres : metres
}
