// How much each animal of a herd counts. Specification 2.6.
import type { GrazingParameters } from "../../src/domain/analysis/modules/grazing.ts"
import type { Subject } from "../../src/domain/analysis/Tracks.ts"

/** Weights are the weights of the animals of a herd, and how many animals lack the attribute. */
export interface Weights {
  /** by animal, in the order given */
  readonly of: ReadonlyArray<number>
  /** those that lack the attribute and count one */
  readonly missing: ReadonlyArray<Subject>
}

/** Kleiber 1961: metabolism goes with mass to this power. */
const METABOLIC_EXPONENT = 0.75

/** Returns the name of the weighting for headers. */
export const weightingName = ({ weight_key, weighting }: GrazingParameters): string =>
  weighting === "equal"
    ? "each animal counts one"
    : weighting === "attribute"
      ? `by ${weight_key}`
      : `by metabolic mass, ${weight_key}^${METABOLIC_EXPONENT}`

/**
 * Returns the weights of the animals of one herd. `equal`: one each. `attribute`: the number itself, which
 * may be 0 and not below. `metabolic`: mass^0.75, divided by its mean over the animals that have a mass above 0.
 * An animal without such a number counts one.
 */
export const weightsOf = (
  herd: ReadonlyArray<Subject>,
  { weight_key, weighting }: GrazingParameters
): Weights => {
  if (weighting === "equal" || weight_key === null) return { of: herd.map(() => 1), missing: [] }
  const least = weighting === "metabolic" ? Number.MIN_VALUE : 0
  const numbers = herd.map(({ weights }) => {
    const value = Object.hasOwn(weights, weight_key) ? weights[weight_key]! : Number.NaN
    return value >= least && value < Infinity ? value : null
  })
  const missing = herd.filter((_, i) => numbers[i] === null)
  if (weighting === "attribute") return { of: numbers.map((value) => value ?? 1), missing }
  const powers = numbers.map((value) => (value === null ? null : value ** METABOLIC_EXPONENT))
  const known = powers.filter((power) => power !== null)
  const mean = known.reduce((sum, power) => sum + power, 0) / known.length
  return { of: powers.map((power) => (power === null ? 1 : power / mean)), missing }
}
