// How two shapes lie to one another: one inside the other, or with ground in common. Areas that share only a
// border, as two paddocks along one fence do, have nothing in common.

import { isWithin, partBorderIsWithin, partContains } from "./contains.ts"
import type { EdgeTree } from "./EdgeTree.ts"
import { EARTH_RADIUS_M } from "./earth.ts"
import { reachInLongitude } from "./isNear.ts"
import { orient } from "./orientation.ts"
import { toDegrees } from "./Point.ts"
import type { Part, Prepared } from "./Polygon.ts"
import { findConflict, type SweepRing } from "./sweep.ts"

/** ShapeRelation is the relation of one shape to another: inside it, containing it, or with ground in common. */
export type ShapeRelation = "inside" | "contains" | "overlaps"

type Polygon = Extract<Part, { readonly kind: "polygon" }>
type Path = Extract<Part, { readonly kind: "path" }>
type Box = Pick<EdgeTree, "west" | "south" | "east" | "north">

/** Whole turns by which the second of two shapes is moved, so that the antimeridian parts none. */
const TURNS_DEGREES = [-360, 0, 360]

const moved = (tree: EdgeTree, degrees: number): EdgeTree => {
  if (degrees === 0) return tree
  return {
    ...tree,
    xs: tree.xs.map((x) => x + degrees),
    west: tree.west + degrees,
    east: tree.east + degrees,
    boxes: tree.boxes.map((value, i) => (i % 2 === 0 ? value + degrees : value))
  }
}

const boxesMeet = (a: Box, b: Box): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north

/** Calls `visit` with each edge (by its end) in a leaf whose box meets a box, until one is true. */
const someEdge = (tree: EdgeTree, box: Box, visit: (end: number) => boolean): boolean => {
  const { boxes, first, last, skip } = tree
  for (let node = 0; node < skip.length;) {
    const at = 4 * node
    const next = skip[node]!
    const misses =
      boxes[at]! > box.east ||
      boxes[at + 1]! > box.north ||
      boxes[at + 2]! < box.west ||
      boxes[at + 3]! < box.south
    if (misses) node = next
    else if (next > node + 1) node++
    else {
      for (let end = first[node]! + 1; end <= last[node]!; end++) if (visit(end)) return true
      node = next
    }
  }
  return false
}

const edgeBox = ({ xs, ys }: EdgeTree, end: number): Box => ({
  west: Math.min(xs[end - 1]!, xs[end]!),
  south: Math.min(ys[end - 1]!, ys[end]!),
  east: Math.max(xs[end - 1]!, xs[end]!),
  north: Math.max(ys[end - 1]!, ys[end]!)
})

/** Whether the border comes near a box: where it does not, the box is wholly inside or wholly outside. */
const borderMeets = (trees: ReadonlyArray<EdgeTree>, box: Box): boolean =>
  trees.some((tree) => someEdge(tree, box, (end) => boxesMeet(edgeBox(tree, end), box)))

const opposite = (a: number, b: number): boolean => (a < 0 && b > 0) || (a > 0 && b < 0)

/** Whether an edge of one chain crosses one of another; touching does not count. */
const crosses = (a: EdgeTree, b: EdgeTree): boolean =>
  someEdge(a, b, (i) => {
    const [ax, ay, bx, by] = [a.xs[i - 1]!, a.ys[i - 1]!, a.xs[i]!, a.ys[i]!]
    return someEdge(b, edgeBox(a, i), (j) => {
      const [cx, cy, dx, dy] = [b.xs[j - 1]!, b.ys[j - 1]!, b.xs[j]!, b.ys[j]!]
      return (
        opposite(orient(ax, ay, bx, by, cx, cy), orient(ax, ay, bx, by, dx, dy)) &&
        opposite(orient(cx, cy, dx, dy, ax, ay), orient(cx, cy, dx, dy, bx, by))
      )
    })
  })

const ringsOf = (trees: ReadonlyArray<EdgeTree>, part: number): ReadonlyArray<SweepRing> =>
  trees.map((chain, ring) => ({ chain: { ...chain, turns: 0, start: 0 }, part, ring }))

const hasCommonGround = (a: ReadonlyArray<EdgeTree>, b: ReadonlyArray<EdgeTree>): boolean =>
  findConflict([...ringsOf(a, 0), ...ringsOf(b, 1)]) !== undefined

/** Whether a polygon has no ground outside another: none in common with a frame round it, and with its holes. */
const isCovered = (a: ReadonlyArray<EdgeTree>, [shell, ...holes]: ReadonlyArray<EdgeTree>): boolean => {
  const all = [a[0]!, shell!]
  const [west, south] = [
    Math.min(...all.map((tree) => tree.west)) - 1,
    Math.min(...all.map((tree) => tree.south)) - 1
  ]
  const [east, north] = [
    Math.max(...all.map((tree) => tree.east)) + 1,
    Math.max(...all.map((tree) => tree.north)) + 1
  ]
  const frame = {
    xs: Float64Array.of(west, east, east, west, west),
    ys: Float64Array.of(south, south, north, north, south),
    west,
    east,
    turns: 0,
    start: 0
  }
  const outside: ReadonlyArray<SweepRing> = [
    { chain: frame, part: 1, ring: 0 },
    ...ringsOf([shell!], 1).map((ring) => ({ ...ring, ring: 1 })),
    ...holes.flatMap((hole, i) => ringsOf([hole], 2 + i))
  ]
  return findConflict([...ringsOf(a, 0), ...outside]) === undefined
}

const polygonsAt = (
  a: ReadonlyArray<EdgeTree>,
  b: ReadonlyArray<EdgeTree>,
  containsFirst: readonly [aHasB: () => boolean, bHasA: () => boolean]
): ShapeRelation | null => {
  if (!boxesMeet(a[0]!, b[0]!)) return null
  if (!borderMeets(a, b[0]!)) return containsFirst[0]() ? "contains" : null
  if (!borderMeets(b, a[0]!)) return containsFirst[1]() ? "inside" : null
  if (!hasCommonGround(a, b)) return null
  return isCovered(a, b) ? "inside" : isCovered(b, a) ? "contains" : "overlaps"
}

const relatePolygons = (a: Polygon, b: Polygon): ShapeRelation | null => {
  const first = (part: Part) => [part.trees[0].xs[0]!, part.trees[0].ys[0]!] as const
  const [{ east, west }, other] = [a.trees[0], b.trees[0]]
  for (const degrees of TURNS_DEGREES) {
    if (other.west + degrees > east || other.east + degrees < west) continue
    const relation = polygonsAt(
      a.trees,
      b.trees.map((tree) => moved(tree, degrees)),
      [() => partContains(a, ...first(b)), () => partContains(b, ...first(a))]
    )
    if (relation !== null) return relation
  }
  return null
}

const vertices = ({ trees }: Part): ReadonlyArray<readonly [number, number]> =>
  trees.flatMap(({ xs, ys }) => [...xs].map((x, i) => [x, ys[i]!] as const))

const crossesPart = (a: Part, b: Part): boolean =>
  TURNS_DEGREES.some((degrees) =>
    a.trees.some((one) => b.trees.some((other) => crosses(one, moved(other, degrees))))
  )

const reachOf = (part: Part): number => (part.kind === "path" ? part.radiusM : 0)

/** Whether a part with a reach of `metres` round each vertex stays within another. */
const staysWithin = (part: Part, other: Part): boolean => {
  const metres = reachOf(part)
  const isIn = ([lon, lat]: readonly [number, number]) =>
    partContains(other, lon, lat) && (metres === 0 || !partBorderIsWithin(other, lon, lat, metres))
  return vertices(part).every(isIn) && !(other.kind === "polygon" && crossesPart(part, other))
}

/** Relates a line or point, with its radius, to any part: by its vertices, and by crossings of edges. */
const relatePath = (path: Path, other: Part): ShapeRelation | null => {
  if (staysWithin(path, other)) return "inside"
  if (staysWithin(other, path)) return "contains"
  const meets = (a: Part, b: Part) =>
    vertices(a).some(([lon, lat]) => isWithin({ parts: [b] }, lon, lat, reachOf(a)))
  return meets(path, other) || meets(other, path) || crossesPart(path, other) ? "overlaps" : null
}

const converse = { inside: "contains", contains: "inside", overlaps: "overlaps" } as const

/** Whether the boxes of two parts meet, each with its reach, on either side of the antimeridian. */
const mayMeet = (a: Part, b: Part): boolean => {
  const [p, q] = [a.trees[0], b.trees[0]]
  const metres = reachOf(a) + reachOf(b)
  const dLat = toDegrees(metres / EARTH_RADIUS_M)
  if (p.south - dLat > q.north || q.south - dLat > p.north) return false
  const poleward = Math.max(Math.abs(p.south), Math.abs(p.north), Math.abs(q.south), Math.abs(q.north))
  const dLon = metres === 0 ? 0 : reachInLongitude(poleward, metres)
  return TURNS_DEGREES.some((turn) => p.west - dLon <= q.east + turn && q.west + turn - dLon <= p.east)
}

const relateParts = (a: Part, b: Part): ShapeRelation | null => {
  if (!mayMeet(a, b)) return null
  if (a.kind === "polygon" && b.kind === "polygon") return relatePolygons(a, b)
  if (a.kind === "path") return relatePath(a, b)
  const relation = b.kind === "path" ? relatePath(b, a) : null
  return relation === null ? null : converse[relation]
}

/** Whether two parts that are one inside the other are the same: the other way round it is so too. */
const isEqual = (a: Part, b: Part, relation: ShapeRelation | null): boolean =>
  relation === "inside" && relateParts(b, a) === "inside"

/** Returns how many corners have to be looked at to relate two shapes; 0: they are too far from one another. */
export const costOfRelation = (a: Prepared, b: Prepared): number => {
  const cornersOf = ({ trees }: Part) => trees.reduce((sum, { xs }) => sum + xs.length, 0)
  let corners = 0
  for (const part of a.parts)
    for (const other of b.parts) if (mayMeet(part, other)) corners += cornersOf(part) + cornersOf(other)
  return corners
}

/**
 * Returns how `a` lies to `b`; null: they have no ground in common. Equal areas are inside one another, which
 * counts as "inside". Exact for two polygons; a part that only several parts of the other cover together
 * overlaps it. Lines and points reach as far as their radius: they are compared by their vertices and
 * crossings.
 */
export const relationOf = (a: Prepared, b: Prepared): ShapeRelation | null => {
  const relations = a.parts.map((part) => b.parts.map((other) => relateParts(part, other)))
  if (relations.every((row) => row.includes("inside"))) return "inside"
  const isContained = (j: number) =>
    relations.some((row, i) => row[j] === "contains" || isEqual(a.parts[i]!, b.parts[j]!, row[j]!))
  if (b.parts.every((_, j) => isContained(j))) return "contains"
  return relations.some((row) => row.some((relation) => relation !== null)) ? "overlaps" : null
}
