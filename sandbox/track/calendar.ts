// A track by the calendar of the project: its local days and hours. A step belongs to the day and the hour of
// its start.
import { type Days, dayOf, offsetAt, type Zone } from "../../src/domain/zone.ts"
import type { Fixes } from "./Fixes.ts"
import type { Steps } from "./steps.ts"

/** Calendar is a track summed by local day and by local hour. */
export interface Calendar {
  /** by local day of the period: metres, fixes, and steps that are no gaps */
  readonly distance: Float64Array
  readonly fixes: Uint32Array
  readonly steps: Uint32Array
  /** by local hour 0 to 23: metres and hours covered */
  readonly hourDistance: Float64Array
  readonly hourCovered: Float64Array
}

const HOUR_MS = 3_600_000

/** Returns the local hour of a moment, 0 to 23. */
export const hourOf = (zone: Zone, time: number): number => {
  const local = time + offsetAt(zone, time)
  return Math.floor(local / HOUR_MS) - Math.floor(local / (24 * HOUR_MS)) * 24
}

/** Sums a track by calendar; `days` are those of the period that the fixes are in. */
export const calendarOf = (
  { time }: Fixes,
  { duration, isGap, length }: Steps,
  zone: Zone,
  days: Days
): Calendar => {
  const count = days.names.length
  const distance = new Float64Array(count),
    fixes = new Uint32Array(count),
    steps = new Uint32Array(count)
  const hourDistance = new Float64Array(24),
    hourCovered = new Float64Array(24)
  let day = time.length === 0 ? 0 : dayOf(days, time[0]!)
  for (let i = 0; i < time.length; i++) {
    while (day < count - 1 && time[i]! >= days.starts[day + 1]!) day++
    fixes[day]!++
    if (i === length.length || isGap[i] === 1) continue
    distance[day]! += length[i]!
    steps[day]!++
    const hour = hourOf(zone, time[i]!)
    hourDistance[hour]! += length[i]!
    hourCovered[hour]! += duration[i]! / 3600
  }
  return { distance, fixes, steps, hourDistance, hourCovered }
}
