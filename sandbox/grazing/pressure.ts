// Relative grazing pressure. Specification 2.8, rule 18.

/** Pressure of an area. Where no area was used, both ratios are NaN and every rank is 1. */
export interface Pressure {
  /** use per hectare, divided by its mean over all chosen areas: 1 is average */
  readonly relative: number
  /** use per hectare, divided by that of all areas together: large areas count for more */
  readonly relativeToTotal: number
  /** 1: the highest; equal areas share a rank */
  readonly rank: number
}

/**
 * Returns the pressure of each area from its use, in any unit of animals and time, and its hectares.
 *
 * @example
 *   const [used, unused] = pressures([10, 0], [5, 5])
 *   console.log(used) // {"relative":2,"relativeToTotal":2,"rank":1}
 *   console.log(unused.rank) // 2
 */
export const pressures = (
  use: ReadonlyArray<number>,
  hectares: ReadonlyArray<number>
): ReadonlyArray<Pressure> => {
  const perHectare = use.map((amount, i) => amount / hectares[i]!)
  const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
  const mean = sum(perHectare) / use.length
  const overall = sum(use) / sum(hectares)
  return perHectare.map((density) => ({
    relative: mean === 0 ? Number.NaN : density / mean,
    relativeToTotal: overall === 0 ? Number.NaN : density / overall,
    rank: 1 + perHectare.filter((other) => other > density).length
  }))
}
