// How dark each hour of the day was where a track was: the share of its fixes at night.
import type { Light } from "../../src/domain/geo/sun.ts"
import type { Zone } from "../../src/domain/zone.ts"
import { hourOf } from "./calendar.ts"

/** Fixes by local hour 0 to 23: all of them, and those at night. */
export interface NightHours {
  readonly fixes: Float64Array
  readonly night: Float64Array
}

/** Returns empty counts, and what counts a fix into them. */
export const countNights = (
  zone: Zone
): { readonly hours: NightHours; readonly count: (time: number, light: Light) => void } => {
  const hours = { fixes: new Float64Array(24), night: new Float64Array(24) }
  return {
    hours,
    count: (time, light) => {
      const hour = hourOf(zone, time)
      hours.fixes[hour]!++
      if (light === "night") hours.night[hour]!++
    }
  }
}

/** Returns the share of the fixes of several tracks that were at night, by hour; without a fix 0. */
export const nightShares = (tracks: ReadonlyArray<NightHours>): ReadonlyArray<number> =>
  Array.from({ length: 24 }, (_, hour) => {
    const sumOf = (of: (hours: NightHours) => Float64Array) =>
      tracks.reduce((sum, track) => sum + of(track)[hour]!, 0)
    const fixes = sumOf((hours) => hours.fixes)
    return fixes === 0 ? 0 : sumOf((hours) => hours.night) / fixes
  })
