// Convex hulls of fixes: the minimum convex polygon of a home range, and the outline of a cluster.
// Specification 2.8, rules 11 and 12.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import { area } from "../../src/domain/geo/area.ts"
import { alongGeodesics } from "../../src/domain/geo/alongGeodesics.ts"
import { orient } from "../../src/domain/geo/orientation.ts"
import type { Point } from "../../src/domain/geo/Point.ts"
import { quantile } from "../stats/quantile.ts"
import { type LocalFrame, type Plane, toPlaces } from "./localFrame.ts"
import { splitLine, splitPolygon } from "./splitAtAntimeridian.ts"

/** A convex hull on the earth. Collinear fixes have a line, identical ones a point, both with area 0. */
export interface Hull {
  /**
   * degrees, split at the antimeridian; wide edges have points on their geodesics, so that what is drawn
   * holds the area
   */
  readonly shape: Shape
  /** of the polygon with geodesic edges on WGS 84 */
  readonly areaM2: number
}

/**
 * MIN_WIDTH_M is the width below which a hull is a line, and the length below which it is a point: the plane
 * is accurate to far less.
 */
const MIN_WIDTH_M = 1e-3

/**
 * Leaves out what lies within the octagon of the outermost points (Akl and Toussaint 1978): mostly
 * everything.
 */
const outer = ({ x, y }: Plane, among: Uint32Array): Uint32Array => {
  const directions = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1]
  ] as const
  const corners = directions
    .map(([dx, dy]) => {
      let best = among[0]!
      let most = -Infinity
      for (const i of among) {
        const reach = dx * x[i]! + dy * y[i]!
        if (reach <= most) continue
        most = reach
        best = i
      }
      return best
    })
    .filter((corner, k, all) => corner !== all.at(k - 1))
  const edges = corners.map((a, k) => {
    const b = corners[(k + 1) % corners.length]!
    return { x: x[a]!, y: y[a]!, dx: x[b]! - x[a]!, dy: y[b]! - y[a]! }
  })
  return corners.length < 3
    ? among
    : among.filter((i) => {
        for (const edge of edges) if (edge.dx * (y[i]! - edge.y) <= edge.dy * (x[i]! - edge.x)) return true
        return false
      })
}

/**
 * Returns the corners of the convex hull of some points: indices, counterclockwise from the westernmost (of
 * several the southernmost), none on the line between its neighbours. Andrew 1979, O(n log n).
 *
 * @example
 *   const square = { x: Float64Array.of(0, 2, 2, 0, 1), y: Float64Array.of(0, 0, 2, 2, 1) }
 *   console.log([...convexHull(square, Uint32Array.of(0, 1, 2, 3, 4))]) // [0,1,2,3]
 */
export const convexHull = (plane: Plane, among: Uint32Array): Uint32Array => {
  const { x, y } = plane
  const order = outer(plane, among)
    .slice()
    .sort((a, b) => x[a]! - x[b]! || y[a]! - y[b]! || a - b)
  const half = (points: Uint32Array): ReadonlyArray<number> => {
    const chain: Array<number> = []
    for (const p of points) {
      while (
        chain.length > 1 &&
        orient(x[chain.at(-2)!]!, y[chain.at(-2)!]!, x[chain.at(-1)!]!, y[chain.at(-1)!]!, x[p]!, y[p]!) <= 0
      )
        chain.pop()
      if (chain.length === 0 || x[chain.at(-1)!] !== x[p] || y[chain.at(-1)!] !== y[p]) chain.push(p)
    }
    return chain
  }
  const below = half(order)
  return below.length < 2
    ? Uint32Array.from(below)
    : Uint32Array.from([...below.slice(0, -1), ...half(order.toReversed()).slice(0, -1)])
}

const numbers = (count: number): Uint32Array => new Uint32Array(count).map((_, i) => i)

/** The hull of some fixes (all, unless `among` gives indices), at least one. */
export const hullOf = (
  frame: LocalFrame,
  plane: Plane,
  among: Uint32Array = numbers(plane.x.length)
): Hull => {
  const corners = convexHull(plane, among)
  const x = Float64Array.from(corners, (i) => plane.x[i]!)
  const y = Float64Array.from(corners, (i) => plane.y[i]!)
  const { lat, lon } = toPlaces(frame, { x, y })
  const points = Array.from(corners, (_, i): Point => [lon[i]!, lat[i]!])
  let twice = 0
  let round = 0
  let east = 0
  for (let i = 0; i < x.length; i++) {
    const j = (i + 1) % x.length
    twice += x[i]! * y[j]! - x[j]! * y[i]!
    round += Math.hypot(x[j]! - x[i]!, y[j]! - y[i]!)
    if (x[i]! > x[east]! || (x[i] === x[east] && y[i]! > y[east]!)) east = i
  }
  if (round < 2 * MIN_WIDTH_M) return { shape: { type: "Point", coordinates: points[0]! }, areaM2: 0 }
  if (twice < MIN_WIDTH_M * round) return { shape: splitLine(points[0]!, points[east]!), areaM2: 0 }
  const ring = [...points, points[0]!]
  return {
    shape: splitPolygon([alongGeodesics(ring)]),
    areaM2: area({ type: "Polygon", coordinates: [ring] })
  }
}

/**
 * Minimum convex polygon: of the distances from the mean centre in the frame, those up to their `percent`
 * quantile (type 7) stay: the rule of adehabitatHR `mcp` and amt `hr_mcp`. `kept`: indices of the fixes that
 * stay, ascending.
 */
export const minimumConvexPolygon = (
  frame: LocalFrame,
  plane: Plane,
  percent: number
): Hull & { readonly kept: Uint32Array } => {
  const { x, y } = plane
  let sumX = 0
  let sumY = 0
  for (let i = 0; i < x.length; i++) {
    sumX += x[i]!
    sumY += y[i]!
  }
  const [centreX, centreY] = [sumX / x.length, sumY / x.length]
  const distances = x.map((value, i) => Math.sqrt((value - centreX) ** 2 + (y[i]! - centreY) ** 2))
  // a quantile that falls on a distance may be rounded to just below it
  const limit = quantile(distances.slice().sort(), percent / 100) * (1 + 1e-12)
  const kept = numbers(x.length).filter((i) => distances[i]! <= limit)
  return { ...hullOf(frame, plane, kept), kept }
}
