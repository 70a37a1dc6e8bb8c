// What a polygon's rings must be to one another, in words a person can act on. The single ring first (long
// enough, not round a pole), then all rings together by `sweep.ts`. Decided here: parts of a MultiPolygon
// must not overlap, or their area would count twice; they may share borders. A ring may touch itself, its
// shell or a hole in single points.

import type { Rings } from "./Geometry.ts"
import type { GeometryIssue } from "./GeometryIssue.ts"
import { type Point, wrapLongitude } from "./Point.ts"
import { type Conflict, findConflict, type SweepRing } from "./sweep.ts"
import { type Chain, unwrapPolygon } from "./unwrap.ts"

const checkRing = (chain: Chain, pointer: string): GeometryIssue | undefined => {
  const { xs, ys } = chain
  const at: Point = [wrapLongitude(xs[0]!), ys[0]!]
  const differs = (i: number, j: number) => xs[i] !== xs[j] || ys[i] !== ys[j]
  const second = xs.findIndex((_, i) => differs(i, 0))
  if (second < 0 || !xs.some((_, i) => differs(i, 0) && differs(i, second))) {
    const detail =
      "A ring needs at least three different positions; longitudes -180 and 180 are the same meridian."
    return { pointer, code: "RING_TOO_SHORT", detail, at }
  }
  if (chain.turns !== 0 || chain.east - chain.west >= 360) {
    const detail =
      "The ring goes round a pole or round the whole earth; such areas are not supported. Split it " +
      "into parts that do not."
    return { pointer, code: "RING_ROUND_POLE", detail, at }
  }
  return undefined
}

const placeOf = ({ x, y }: Conflict): Point => [+wrapLongitude(x).toFixed(6), +y.toFixed(6)]

const explain = (conflict: Conflict, pointerTo: (ring: SweepRing) => string): GeometryIssue => {
  const { above, below, kind } = conflict
  const at = placeOf(conflict)
  const near = `near [${at.join(", ")}]`
  if (
    kind === "nesting" &&
    above !== undefined &&
    above.ring > 0 &&
    (below === undefined || below.part !== above.part || below.ring === 0)
  ) {
    return {
      pointer: pointerTo(above),
      code: "HOLE_OUTSIDE",
      detail: `The hole lies outside its shell ${near}.`,
      at
    }
  }
  const a = below ?? above!
  const b = above ?? below!
  const later = a.part > b.part || (a.part === b.part && a.ring > b.ring) ? a : b
  if (a.part !== b.part) {
    const detail = `The parts of the MultiPolygon overlap ${near}; they may only touch.`
    return { pointer: pointerTo({ ...later, ring: 0 }), code: "PARTS_OVERLAP", detail, at }
  }
  const pointer = pointerTo(later)
  if (a.ring === b.ring)
    return {
      pointer,
      code: "RING_CROSSING",
      detail: `The ring crosses itself or runs back along itself ${near}.`,
      at
    }
  return {
    pointer,
    code: "HOLE_CROSSING",
    detail:
      `The hole crosses or ` +
      `overlaps ${a.ring === 0 || b.ring === 0 ? "the shell" : "another hole"} ${near}.`,
    at
  }
}

/**
 * Rings beyond the antimeridian may meet parts that lie whole turns away in numbers, so those stand there a
 * second time.
 */
const withCopies = (rings: ReadonlyArray<SweepRing>): ReadonlyArray<SweepRing> => {
  const east = Math.max(...rings.map(({ chain }) => chain.east))
  if (east <= 180) return rings
  const shell = (part: number) => rings.find((ring) => ring.part === part && ring.ring === 0)!.chain
  return rings.concat(
    rings.flatMap((ring) =>
      shell(ring.part).west + 360 > east
        ? []
        : [{ ...ring, chain: { ...ring.chain, xs: ring.chain.xs.map((x) => x + 360) } }]
    )
  )
}

/**
 * Returns the first thing wrong with these polygons, or undefined. All rings are closed and have four
 * positions or more. `pointer` names a ring of a part as a JSON Pointer. O(n log n).
 */
export const checkTopology = (
  polygons: ReadonlyArray<Rings>,
  pointer: (part: number, ring: number) => string
): GeometryIssue | undefined => {
  const rings = polygons.flatMap((polygon, part) =>
    unwrapPolygon(polygon).map((chain, ring): SweepRing => ({ chain, part, ring }))
  )
  for (const { chain, part, ring } of rings) {
    const issue = checkRing(chain, pointer(part, ring))
    if (issue !== undefined) return issue
  }
  const conflict = findConflict(withCopies(rings))
  return conflict && explain(conflict, ({ part, ring }) => pointer(part, ring))
}
