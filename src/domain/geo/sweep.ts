// Whether a set of rings bounds an area without contradiction: no two edges cross, holes lie in their shell
// and apart, parts do not overlap. One pass from west to east in O(n log n): Shamos and Hoey 1976 for
// crossings; for nesting, each gap between two neighbouring edges must be told the same thing, "outside" or
// "in part k", by the edge below it and the edge above it. Touching is no contradiction: of a hole and its
// shell in single points, of two parts along whole edges.

import { orient, winding } from "./orientation.ts"
import type { Chain } from "./unwrap.ts"

/** SweepRing is a ring of a polygon. `part` numbers the polygons, `ring` the rings within one: 0 is the shell. */
export interface SweepRing {
  readonly chain: Chain
  readonly part: number
  readonly ring: number
}

/**
 * Two edges that cross, run along each other within one polygon, or disagree about what lies between them,
 * near (x, y).
 */
export interface Conflict {
  readonly kind: "crossing" | "overlap" | "nesting"
  readonly below: SweepRing | undefined
  readonly above: SweepRing | undefined
  readonly x: number
  readonly y: number
}

const OUTSIDE_PART = -1

/** An edge from its western to its eastern end (from south to north if vertical). */
interface Edge {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly ring: SweepRing
  /** The part or OUTSIDE, just below and just above the edge. */
  readonly under: number
  readonly over: number
}

const edgesOf = (rings: ReadonlyArray<SweepRing>): Array<Edge> => {
  const edges: Array<Edge> = []
  for (const ring of rings) {
    const { xs, ys } = ring.chain
    const inward = winding(xs, ys) > 0 === (ring.ring === 0)
    for (let i = 1; i < xs.length; i++) {
      const [ax, ay, bx, by] = [xs[i - 1]!, ys[i - 1]!, xs[i]!, ys[i]!]
      if (ax === bx && ay === by) continue
      const eastward = ax < bx || (ax === bx && ay < by)
      const [under, over] = eastward === inward ? [OUTSIDE_PART, ring.part] : [ring.part, OUTSIDE_PART]
      edges.push(
        eastward
          ? { x1: ax, y1: ay, x2: bx, y2: by, ring, under, over }
          : { x1: bx, y1: by, x2: ax, y2: ay, ring, under, over }
      )
    }
  }
  return edges
}

/**
 * Of two edges on one line, the one that closes a part goes below the one that opens another: adjoining parts
 * agree so.
 */
const isBelow = (placed: Edge, edge: Edge): boolean => {
  const side =
    orient(placed.x1, placed.y1, placed.x2, placed.y2, edge.x1, edge.y1) ||
    orient(placed.x1, placed.y1, placed.x2, placed.y2, edge.x2, edge.y2)
  return side > 0 || (side === 0 && !(placed.under === OUTSIDE_PART && edge.over === OUTSIDE_PART))
}

const opposite = (a: number, b: number): boolean => (a < 0 && b > 0) || (a > 0 && b < 0)

/** Returns the fault between two neighbouring edges. */
const meeting = (a: Edge, b: Edge): "overlap" | "crossing" | undefined => {
  const start = orient(a.x1, a.y1, a.x2, a.y2, b.x1, b.y1)
  const end = orient(a.x1, a.y1, a.x2, a.y2, b.x2, b.y2)
  if (start === 0 && end === 0) return a.ring.part === b.ring.part ? "overlap" : undefined
  const crosses =
    opposite(start, end) &&
    opposite(orient(b.x1, b.y1, b.x2, b.y2, a.x1, a.y1), orient(b.x1, b.y1, b.x2, b.y2, a.x2, a.y2))
  return crosses ? "crossing" : undefined
}

/** Whether the edges below and above a gap say different things about it; beyond the last edge it is outside. */
const disagree = (a: Edge | undefined, b: Edge | undefined): boolean =>
  (a?.over ?? OUTSIDE_PART) !== (b?.under ?? OUTSIDE_PART)

/**
 * Finds a conflict, the one met first from west to east, or undefined if the rings are sound. Rings are
 * closed, have two different points and may wind either way.
 */
export const findConflict = (rings: ReadonlyArray<SweepRing>): Conflict | undefined => {
  const edges = edgesOf(rings)
  // Event 2e is the start of edge e, event 2e + 1 its end.
  const x = (event: number) => ((event & 1) === 1 ? edges[event >> 1]!.x2 : edges[event >> 1]!.x1)
  const y = (event: number) => ((event & 1) === 1 ? edges[event >> 1]!.y2 : edges[event >> 1]!.y1)
  const events = Uint32Array.from({ length: 2 * edges.length }, (_, i) => i).sort(
    (a, b) => x(a) - x(b) || y(a) - y(b) || (b & 1) - (a & 1) || a - b
  )
  // The edges under the sweep line, from south to north.
  const status = new Uint32Array(edges.length)
  let size = 0
  for (let i = 0; i < events.length;) {
    const px = x(events[i]!)
    const py = y(events[i]!)
    let from = size
    let to = 0
    for (; i < events.length && x(events[i]!) === px && y(events[i]!) === py; i++) {
      const e = events[i]! >> 1
      if ((events[i]! & 1) === 1) {
        const at = status.indexOf(e)
        status.copyWithin(at, at + 1, size--)
        from = Math.min(from, at)
        to = Math.max(to - 1, at)
      } else {
        const edge = edges[e]!
        let at = 0
        for (let end = size; at < end;) {
          const middle = (at + end) >> 1
          if (isBelow(edges[status[middle]!]!, edge)) at = middle + 1
          else end = middle
        }
        status.copyWithin(at + 1, at, size++)
        status[at] = e
        from = Math.min(from, at)
        to = Math.max(to, at) + 1
      }
    }
    const under = (gap: number) => (gap > 0 ? edges[status[gap - 1]!] : undefined)
    const over = (gap: number) => (gap < size ? edges[status[gap]!] : undefined)
    let nesting: Conflict | undefined
    for (let gap = from; gap <= Math.min(to, size); gap++) {
      const a = under(gap)
      const b = over(gap)
      const kind = a && b && meeting(a, b)
      if (kind !== undefined)
        return {
          kind,
          below: a!.ring,
          above: b!.ring,
          ...(kind === "crossing" ? intersection(a!, b!) : { x: px, y: py })
        }
      if (disagree(a, b)) nesting ??= { kind: "nesting", below: a?.ring, above: b?.ring, x: px, y: py }
    }
    if (nesting !== undefined) return nesting
  }
  return undefined
}

const intersection = (a: Edge, b: Edge): { readonly x: number; readonly y: number } => {
  const start = orient(b.x1, b.y1, b.x2, b.y2, a.x1, a.y1)
  const t = start / (start - orient(b.x1, b.y1, b.x2, b.y2, a.x2, a.y2))
  return { x: a.x1 + t * (a.x2 - a.x1), y: a.y1 + t * (a.y2 - a.y1) }
}
