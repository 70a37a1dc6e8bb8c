// Scales between values and pixels, and round steps along them.

/** Scale leads from values to pixels and back; a cursor over a chart needs the way back. */
export interface Scale {
  readonly toPixel: (value: number) => number
  readonly toValue: (pixel: number) => number
}

/** Makes a scale of even steps. A range without length lies in the middle. */
export const linearScale = (
  [low, high]: readonly [low: number, high: number],
  [first, last]: readonly [first: number, last: number]
): Scale => ({
  toPixel: (value) =>
    high === low ? (first + last) / 2 : first + ((value - low) / (high - low)) * (last - first),
  toValue: (pixel) => (last === first ? low : low + ((pixel - first) / (last - first)) * (high - low))
})

/** Returns the least and the greatest of many; null is left out. */
export const extentOf = (values: Iterable<number | null>): readonly [least: number, most: number] => {
  let least = Infinity,
    most = -Infinity
  for (const value of values) {
    if (value === null) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}

/** Returns round steps of an axis from `low` to `high`, about four of them. */
export const ticksOf = (low: number, high: number): ReadonlyArray<number> => {
  const rough = (high - low) / 4 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * 0.999)!
  const first = Math.ceil(low / step - 1e-9)
  return Array.from(
    { length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) },
    (_, n) => (first + n) * step
  )
}
