// The middle of some numbers and how far they lie from it.

export interface Spread {
  readonly count: number
  /** NaN without values */
  readonly mean: number
  /** sample standard deviation, by n - 1; NaN below two values */
  readonly sd: number
}

/** In two passes, in the order of the values. */
export const spread = (values: ArrayLike<number>): Spread => {
  const count = values.length
  let sum = 0
  for (let i = 0; i < count; i++) sum += values[i]!
  const mean = sum / count
  let squares = 0
  for (let i = 0; i < count; i++) squares += (values[i]! - mean) ** 2
  return { count, mean, sd: count < 2 ? Number.NaN : Math.sqrt(squares / (count - 1)) }
}
