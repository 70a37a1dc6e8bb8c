// Sums of a track by light: day, twilight and night. Specification 2.8, rule 8.
import { type Light, lightAt } from "../../src/domain/geo/sun.ts"
import type { Fixes } from "./Fixes.ts"
import type { Stationary } from "./stationary.ts"
import type { Steps } from "./steps.ts"

/** LightSums are the sums of a track in one class of light. */
export interface LightSums {
  /** metres */
  readonly distance: number
  /** hours covered by steps */
  readonly hours: number
  readonly stationaryHours: number
  /** fixes in this light, whether or not a step begins with them */
  readonly fixes: number
}

/**
 * Sums a track by class of light; a step belongs to the light at its start. Ratios are made of these totals,
 * never averaged. `see` is called with each fix: finding its light takes the time.
 */
export const daylightOf = (
  { lat, lon, time }: Fixes,
  { duration, isGap, length }: Steps,
  { isStill }: Stationary,
  see?: (time: number, light: Light) => void
): Readonly<Record<Light, LightSums>> => {
  const sums = {
    day: { distance: 0, hours: 0, stationaryHours: 0, fixes: 0 },
    twilight: { distance: 0, hours: 0, stationaryHours: 0, fixes: 0 },
    night: { distance: 0, hours: 0, stationaryHours: 0, fixes: 0 }
  }
  for (let i = 0; i < time.length; i++) {
    const light = lightAt(time[i]!, lon[i]!, lat[i]!),
      sum = sums[light]
    see?.(time[i]!, light)
    sum.fixes++
    if (i === length.length || isGap[i] === 1) continue
    sum.distance += length[i]!
    sum.hours += duration[i]! / 3600
    if (isStill[i] === 1) sum.stationaryHours += duration[i]! / 3600
  }
  return sums
}
