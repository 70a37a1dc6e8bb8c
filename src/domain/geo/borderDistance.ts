// How far a position is from the border of a geometry: below zero inside, above outside.
import { isWithin, partBorderIsWithin, partContains } from "./contains.ts"
import type { Prepared } from "./Polygon.ts"

/** MAX_DISTANCE_M is half the way round the earth: nothing is further away. */
const MAX_DISTANCE_M = 20_100_000
/** DISTANCE_RESOLUTION_M is the precision of the returned distance. */
const DISTANCE_RESOLUTION_M = 0.5

/** Returns the least metres for which something is true that stays true from there on. */
const leastMetres = (holds: (metres: number) => boolean): number => {
  let near = 0,
    far = 1
  while (far < MAX_DISTANCE_M && !holds(far)) {
    near = far
    far *= 4
  }
  while (far - near > DISTANCE_RESOLUTION_M) {
    const middle = (near + far) / 2
    if (holds(middle)) far = middle
    else near = middle
  }
  return (near + far) / 2
}

/**
 * Metres, to half a metre; a place on the border is 0. The border of a line or point with a `radius_m` lies
 * so many metres round it. Of several parts the nearest counts outside, and inside the one that is entered
 * deepest.
 */
export const borderDistance = (prepared: Prepared, lon: number, lat: number): number => {
  const entered = prepared.parts.filter((part) => partContains(part, lon, lat))
  const metres =
    entered.length === 0
      ? leastMetres((within) => isWithin(prepared, lon, lat, within))
      : -entered
          .map((part) => leastMetres((within) => partBorderIsWithin(part, lon, lat, within)))
          .reduce((a, b) => Math.max(a, b))
  return Math.round(metres) || 0 // no -0
}
