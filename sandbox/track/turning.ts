// Turning angles between consecutive steps. Specification 2.8, rule 6.
import { type Rose, rose } from "../stats/rose.ts"
import type { Fixes } from "./Fixes.ts"
import type { Steps } from "./steps.ts"

/** Turning is the distribution of turning angles: of all steps, and of moving ones. */
export interface Turning {
  readonly all: Rose
  /** both steps at or above the stationary speed: receiver noise turns too */
  readonly moving: Rose
}

const radians = Math.PI / 180

/** Initial bearing of the great circle, in degrees from north. */
const bearing = (lon1: number, lat1: number, lon2: number, lat2: number): number => {
  const along = (lon2 - lon1) * radians
  const cos2 = Math.cos(lat2 * radians)
  const east = Math.sin(along) * cos2
  const north =
    Math.cos(lat1 * radians) * Math.sin(lat2 * radians) - Math.sin(lat1 * radians) * cos2 * Math.cos(along)
  return Math.atan2(east, north) / radians
}

/**
 * From where a step arrives to where the next one departs, between steps that share a fix, are no gaps and
 * have a length; right turns are positive. The two are bearings at the same fix: near a pole those at the
 * starts of the steps differ though the way is straight. A step without length separates: what comes after it
 * turns from nothing.
 */
export const turningOf = (
  { lat, lon }: Fixes,
  { isGap, length, speed }: Steps,
  stationarySpeed: number
): Turning => {
  const all = new Float64Array(length.length),
    moving = new Float64Array(length.length)
  let angles = 0,
    movingAngles = 0,
    arrival = Number.NaN
  for (let i = 0; i < length.length; i++) {
    const isStep = isGap[i] === 0 && length[i]! > 0
    const angle = isStep ? bearing(lon[i]!, lat[i]!, lon[i + 1]!, lat[i + 1]!) - arrival : Number.NaN
    arrival = isStep ? bearing(lon[i + 1]!, lat[i + 1]!, lon[i]!, lat[i]!) + 180 : Number.NaN
    if (Number.isNaN(angle)) continue
    all[angles++] = angle
    if (speed[i]! >= stationarySpeed && speed[i - 1]! >= stationarySpeed) moving[movingAngles++] = angle
  }
  return { all: rose(all.subarray(0, angles)), moving: rose(moving.subarray(0, movingAngles)) }
}
