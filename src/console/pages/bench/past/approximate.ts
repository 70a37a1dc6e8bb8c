// Estimates how often a rule would fire with another limit while the limit is dragged, from the thinned series of the
// last test. This is the only number of the console that the server did not compute; it is marked as an estimate and
// replaced by the server's response.

import { compare, type Comparison } from "../../../../domain/rule/conditions/compare.ts"

/** Point is a value at a time. */
export interface Point {
  /** epoch ms */
  readonly at: number
  readonly value: number
}

/** Stretch is a time span in which a condition was true, false or unknown (null). */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly value: boolean | null
}

/** Returns a function that tells whether a condition is true at a time; spans and calls are in order of time. */
const walk = (spans: ReadonlyArray<Stretch>): ((at: number) => boolean) => {
  let next = 0
  return (at) => {
    while (next < spans.length && spans[next]!.to <= at) next++
    const span = spans[next]
    return span !== undefined && span.value === true && span.from <= at
  }
}

/** Tried is a limit to estimate. */
export interface Tried {
  readonly points: ReadonlyArray<Point>
  /** comparison as in the document, possibly half typed */
  readonly op: string
  readonly limit: number
  /** time that the conditions must hold, ms */
  readonly holdMs: number
  /** states of the other conditions; empty: unknown, assumed true */
  readonly others: ReadonlyArray<ReadonlyArray<Stretch>>
}

const lies = (value: number, op: string, limit: number): boolean =>
  Object.hasOwn(compare, op) && compare[op as Comparison](value, limit)

/** stretches returns the spans in which the value matches the limit and the other conditions hold. */
export const stretches = ({ limit, op, others, points }: Tried): ReadonlyArray<Stretch> => {
  const areTrue = others.map(walk)
  const found: Array<{ from: number; to: number; value: true }> = []
  let open: { from: number; to: number; value: true } | null = null
  for (const { at, value } of points) {
    const isTrue = lies(value, op, limit) && areTrue.every((isTrueAt) => isTrueAt(at))
    if (open !== null) open.to = at
    if (isTrue && open === null) {
      open = { from: at, to: at, value: true }
      found.push(open)
    }
    if (!isTrue) open = null
  }
  return found
}

/** firings estimates how often the rule fires: the spans at least as long as the conditions must hold. */
export const firings = (tried: Tried): number =>
  stretches(tried).filter(({ from, to }) => to - from >= tried.holdMs).length
