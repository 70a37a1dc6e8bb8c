// The time that each fix stands for, as a stretch of time, so that it can be parted between local days.
// Specification 2.8, rules 9 and 17.
import type { Days } from "../../src/domain/zone.ts"

/** Presence is the time that each fix stands for: from `from` to `to`, epoch ms by fix. */
interface Presence {
  readonly from: Float64Array
  readonly to: Float64Array
}

const HOUR_MS = 3_600_000

/**
 * Returns half of the interval on each side of a fix, an interval counted up to the gap threshold: as long as
 * the time weight.
 *
 * @example
 *   const { from, to } = presenceOf(Float64Array.of(0, 60_000), 4)
 *   console.log([...from], [...to]) // [0,30000] [30000,60000]
 */
export const presenceOf = (time: Float64Array, gapHours: number): Presence => {
  const from = time.slice()
  const to = time.slice()
  for (let i = 1; i < time.length; i++) {
    const half = Math.min(time[i]! - time[i - 1]!, gapHours * HOUR_MS) / 2
    to[i - 1] = time[i - 1]! + half
    from[i] = time[i]! - half
  }
  return { from, to }
}

/**
 * Adds the hours that some fixes (ascending) stand for to the days they fall in, `factor` times. Days have
 * their 23, 24 or 25 hours.
 */
export const addToDays = (
  hours: Float64Array,
  { starts }: Days,
  { from, to }: Presence,
  fixes: Iterable<number>,
  factor = 1
): void => {
  let day = 0
  for (const fix of fixes) {
    while (day > 0 && starts[day]! > from[fix]!) day--
    while (day < hours.length - 1 && starts[day + 1]! <= from[fix]!) day++
    for (let d = day; d < hours.length && starts[d]! < to[fix]!; d++) {
      const part = Math.min(to[fix]!, starts[d + 1]!) - Math.max(from[fix]!, starts[d]!)
      if (part > 0) hours[d]! += (factor * part) / HOUR_MS
    }
  }
}
