// Order statistics.

/** Returns a sorted copy of the values whose index `takes` accepts; of all values without it. */
export const sorted = (values: Float64Array, takes?: (index: number) => boolean): Float64Array =>
  (takes === undefined ? values.slice() : values.filter((_, i) => takes(i))).sort()

/**
 * Returns the quantile `p` (0 to 1) of ascending values, linear between neighbours: type 7 of Hyndman and Fan
 * 1996, which R, numpy and `percentile_cont` of SQL take. NaN without values.
 *
 * @example
 *   console.log(quantile(Float64Array.of(1, 2, 3, 4), 0.5)) // 2.5
 */
export const quantile = (ascending: Float64Array, p: number): number => {
  const at = (ascending.length - 1) * p
  const low = Math.floor(at)
  const a = ascending[low]
  if (a === undefined) return Number.NaN
  const b = ascending[low + 1]
  return b === undefined ? a : a + (at - low) * (b - a)
}
