// How often a rule would fire with another limit, guessed while the limit is dragged: from the thinned series
// that the last test answered. The one figure of the console that the server did not say; it is marked as such,
// and gone as soon as the server has answered.

import { compare, type Comparison } from "../../../domain/rule/conditions/compare.ts"

export interface Point {
  /** epoch ms */
  readonly at: number
  readonly value: number
}

export interface Stretch {
  readonly from: number
  readonly to: number
  readonly value: boolean | null
}

/** Whether stretches in the order of time are true at moments that are asked in the same order. */
const walk = (spans: ReadonlyArray<Stretch>): ((at: number) => boolean) => {
  let next = 0
  return (at) => {
    while (next < spans.length && spans[next]!.to <= at) next++
    const span = spans[next]
    return span !== undefined && span.value === true && span.from <= at
  }
}

export interface Tried {
  readonly points: ReadonlyArray<Point>
  /** as the document says it, which may be half written */
  readonly op: string
  readonly limit: number
  /** how long it has to hold, ms */
  readonly holdMs: number
  /** when each of the other conditions was found true; none: they are not known, and taken as true */
  readonly others: ReadonlyArray<ReadonlyArray<Stretch>>
}

const lies = (value: number, op: string, limit: number): boolean =>
  Object.hasOwn(compare, op) && compare[op as Comparison](value, limit)

/** Stretches over which the drawn figure is past the limit and the other conditions hold. */
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

/** How often it would fire, about: the stretches that last as long as the rule holds for. */
export const firings = (tried: Tried): number =>
  stretches(tried).filter(({ from, to }) => to - from >= tried.holdMs).length
