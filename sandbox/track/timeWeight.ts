// How much time a fix stands for. Specification 2.8, rule 9.

/**
 * Hours by fix: half of the interval on each side, an interval counted up to the gap threshold. The first and
 * the last fix have one side; a fix alone stands for none.
 */
export const timeWeights = (time: Float64Array, gapHours: number): Float64Array => {
  const hours = new Float64Array(time.length)
  for (let i = 1; i < time.length; i++) {
    const half = Math.min((time[i]! - time[i - 1]!) / 3_600_000, gapHours) / 2
    hours[i - 1]! += half
    hours[i]! += half
  }
  return hours
}
