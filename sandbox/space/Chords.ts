// Distances between fixes as squared chords of the unit sphere: no sine in the inner loops, and the same
// order as by the haversine formula, for the chord of an arc is twice the square root of its haversine.
import { EARTH_RADIUS_M } from "../../src/domain/geo/earth.ts"
import { toRadians } from "../../src/domain/geo/Point.ts"
import type { Places } from "./localFrame.ts"

/** Chords compares distances between fixes as squared chords. */
interface Chords {
  /** Squared chord between two fixes. */
  readonly between: (a: number, b: number) => number
  /**
   * True if some fix of the one set is within the distance of some fix of the other. The sets may be put in
   * another order.
   */
  readonly touch: (a: Uint32Array, b: Uint32Array) => boolean
  /** the distance as a squared chord */
  readonly limit: number
}

/** MAX_BRUTE_FORCE_PAIRS is the number of pairs up to which sets are compared one by one. */
const MAX_BRUTE_FORCE_PAIRS = 256

/**
 * A distance counts as reached though rounding made it longer by a ten-thousandth of a millimetre in a
 * hundred metres.
 */
const ROUNDING_FACTOR = 1 + 2e-9

/** For questions about one distance in metres, inclusive. */
export const makeChords = ({ lat, lon }: Places, distanceM: number): Chords => {
  const limit = 4 * Math.sin(distanceM / EARTH_RADIUS_M / 2) ** 2 * ROUNDING_FACTOR
  const axes = [
    new Float64Array(lon.length),
    new Float64Array(lon.length),
    new Float64Array(lon.length)
  ] as const
  const [x, y, z] = axes
  for (let i = 0; i < lon.length; i++) {
    const cos = Math.cos(toRadians(lat[i]!))
    x[i] = cos * Math.cos(toRadians(lon[i]!))
    y[i] = cos * Math.sin(toRadians(lon[i]!))
    z[i] = Math.sin(toRadians(lat[i]!))
  }
  const between = (a: number, b: number): number => {
    const [dx, dy, dz] = [x[a]! - x[b]!, y[a]! - y[b]!, z[a]! - z[b]!]
    return dx * dx + dy * dy + dz * dz
  }

  /** West, east and so on of a set: least and greatest by axis. */
  const boxOf = (set: Uint32Array): Float64Array => {
    const box = Float64Array.of(Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity)
    for (const i of set) {
      for (let axis = 0; axis < 3; axis++) {
        const value = axes[axis]![i]!
        if (value < box[2 * axis]!) box[2 * axis] = value
        if (value > box[2 * axis + 1]!) box[2 * axis + 1] = value
      }
    }
    return box
  }

  /** Halves a set across the longest side of its box, putting the lower half in front. */
  const halve = (set: Uint32Array, box: Float64Array): readonly [Uint32Array, Uint32Array] => {
    const sides = [0, 1, 2].map((axis) => box[2 * axis + 1]! - box[2 * axis]!)
    const axis = sides.indexOf(Math.max(...sides))
    const middle = (box[2 * axis]! + box[2 * axis + 1]!) / 2
    const column = axes[axis]!
    let low = 0
    let high = set.length - 1
    while (low <= high) {
      if (column[set[low]!]! <= middle) low++
      else {
        const swapped = set[low]!
        set[low] = set[high]!
        set[high--] = swapped
      }
    }
    return [set.subarray(0, low), set.subarray(low)]
  }

  const touchOneByOne = (a: Uint32Array, b: Uint32Array): boolean => {
    for (const i of a) for (const j of b) if (between(i, j) <= limit) return true
    return false
  }

  const touchWithin = (a: Uint32Array, boxA: Float64Array, b: Uint32Array, boxB: Float64Array): boolean => {
    let least = 0
    let most = 0
    for (let k = 0; k < 6; k += 2) {
      least += Math.max(0, boxA[k]! - boxB[k + 1]!, boxB[k]! - boxA[k + 1]!) ** 2
      most += Math.max(boxA[k + 1]! - boxB[k]!, boxB[k + 1]! - boxA[k]!) ** 2
    }
    if (least > limit) return false
    if (most <= limit) return true
    if (a.length * b.length <= MAX_BRUTE_FORCE_PAIRS) return touchOneByOne(a, b)
    const [larger, itsBox, other, otherBox] =
      a.length >= b.length ? ([a, boxA, b, boxB] as const) : ([b, boxB, a, boxA] as const)
    const [low, high] = halve(larger, itsBox)
    // identical fixes cannot be halved: one stands for all
    if (high.length === 0) return touchWithin(low.subarray(0, 1), itsBox, other, otherBox)
    return touchWithin(low, boxOf(low), other, otherBox) || touchWithin(high, boxOf(high), other, otherBox)
  }
  return {
    between,
    limit,
    touch: (a, b) =>
      a.length * b.length <= MAX_BRUTE_FORCE_PAIRS
        ? touchOneByOne(a, b)
        : touchWithin(a, boxOf(a), b, boxOf(b))
  }
}
