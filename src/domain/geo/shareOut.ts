// How many points each of several lines may keep.

/** The fewest that a line is. */
const MIN_LINE_POINTS = 2

/**
 * Of lines with so many points each, how many each keeps so that all together have `most` at most: the
 * longest give first, and short ones stay whole. Lines that have no room even for two points keep none: the
 * last ones.
 */
export const shareOut = (lengths: ReadonlyArray<number>, most: number): ReadonlyArray<number> => {
  const total = (cap: number) => lengths.reduce((sum, length) => sum + Math.min(length, cap), 0)
  let low = 0,
    high = Math.max(0, ...lengths)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (total(middle) <= most) low = middle
    else high = middle - 1
  }
  if (low >= MIN_LINE_POINTS) return lengths.map((length) => Math.min(length, low))
  let left = most
  return lengths.map((length) => {
    const kept = Math.min(length, MIN_LINE_POINTS)
    if (kept > left) return 0
    left -= kept
    return kept
  })
}
