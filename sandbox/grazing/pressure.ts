// Relative grazing pressure. Specification 2.8, rule 18.

/** Pressure of an area; NaN where no area was used at all. */
export interface Pressure {
  /** use per hectare by the mean over all chosen areas: 1 is average */
  readonly relative: number
  /** by the use per hectare of all areas together: large areas count for more */
  readonly byArea: number
  /** 1: the highest; equal ones share a rank */
  readonly rank: number
}

/** Returns the pressure of each area from its use, in any unit of animals and time, and its hectares. */
export const pressures = (
  use: ReadonlyArray<number>,
  hectares: ReadonlyArray<number>
): ReadonlyArray<Pressure> => {
  const perHectare = use.map((amount, i) => amount / hectares[i]!)
  const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
  const mean = sum(perHectare) / use.length
  const overall = sum(use) / sum(hectares)
  return perHectare.map((own) => ({
    relative: mean === 0 ? Number.NaN : own / mean,
    byArea: overall === 0 ? Number.NaN : own / overall,
    rank: 1 + perHectare.filter((other) => other > own).length
  }))
}
