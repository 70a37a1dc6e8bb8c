// Stationary periods of an animal. Specification 2.8, rule 7.
import type { Steps } from "./steps.ts"

/** Stationary marks the steps of stationary periods and sums their time. */
export interface Stationary {
  /** by step, 1: part of a stationary period */
  readonly isStill: Uint8Array
  readonly periods: number
  readonly seconds: number
  readonly longestSeconds: number
}

/**
 * Periods are runs of consecutive steps below `speed` (m/s), unbroken by a gap, that last at least
 * `minMinutes`; everything else is moving.
 */
export const stationaryOf = (steps: Steps, speed: number, minMinutes: number): Stationary => {
  const { duration, isGap } = steps
  const isStill = new Uint8Array(duration.length)
  let periods = 0,
    seconds = 0,
    longestSeconds = 0
  for (let i = 0; i < duration.length;) {
    let end = i,
      lasts = 0
    for (; end < duration.length && isGap[end] === 0 && steps.speed[end]! < speed; end++)
      lasts += duration[end]!
    if (end > i && lasts >= minMinutes * 60) {
      isStill.fill(1, i, end)
      periods++
      seconds += lasts
      longestSeconds = Math.max(longestSeconds, lasts)
    }
    i = Math.max(end, i + 1)
  }
  return { isStill, periods, seconds, longestSeconds }
}
