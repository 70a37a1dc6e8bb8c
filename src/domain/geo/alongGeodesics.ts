// Points on the geodesics between the corners of a ring, close enough that a map which draws straight in
// degrees draws them.
import geodesic from "geographiclib-geodesic"
import type { Point } from "./Point.ts"

/** Degrees of longitude that an edge may span: one of them bends by less than a 25,000th of its length. */
const MAX_SPAN_DEGREES = 1
/** Metres: an edge over a pole is not parted for ever. */
const MIN_EDGE_M = 1

const spanOf = ([from]: Point, [to]: Point): number => {
  const width = Math.abs(to - from)
  return Math.min(width, 360 - width)
}

/** Returns the way from one point to another without the first: itself, or in halves as long as they are wide. */
const between = (from: Point, to: Point): ReadonlyArray<Point> => {
  if (spanOf(from, to) <= MAX_SPAN_DEGREES) return [to]
  const line = geodesic.Geodesic.WGS84.InverseLine(from[1], from[0], to[1], to[0])
  if (line.s13 <= MIN_EDGE_M) return [to]
  const { lat2, lon2 } = line.Position(line.s13 / 2)
  const middle: Point = [lon2!, lat2!]
  return [...between(from, middle), ...between(middle, to)]
}

/**
 * Returns a closed ring whose edges are geodesics, as one whose edges may be taken for straight in longitude
 * and latitude. Narrow rings stay as they are.
 */
export const alongGeodesics = (ring: ReadonlyArray<Point>): ReadonlyArray<Point> =>
  ring.flatMap((point, i) => (i === 0 ? [point] : between(ring[i - 1]!, point)))
