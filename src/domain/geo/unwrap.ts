// The antimeridian, dealt with once. GeoJSON is stored as it was sent: longitudes -180..180, and an edge that
// jumps by more than 180 degrees takes the short way over the antimeridian (so the edge from 100 to -100 is
// 160 degrees long). RFC 7946 3.1.9 would cut such shapes in two; kept whole they keep their vertices, have
// one bbox, and need no seam in area or distance. Here longitudes become continuous, beyond 180 where needed,
// so that all other code works in a plain plane.

import type { Rings } from "./Geometry.ts"
import type { Point } from "./Point.ts"

/** A ring or line in continuous longitudes. */
export interface Chain {
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly west: number
  readonly east: number
  /**
   * Turns round the earth between first and last point: for a closed ring anything but 0 means that it goes
   * round a pole.
   */
  readonly turns: number
  /** Whole turns added to the first longitude. */
  readonly start: number
}

/**
 * Longitudes are `lon + 360 n`, rounded once and in the same way everywhere: equal longitudes stay equal and
 * order is kept.
 */
const unwrapFrom = (points: ReadonlyArray<Point>, start: number): Chain => {
  const xs = new Float64Array(points.length)
  const ys = new Float64Array(points.length)
  let turn = start
  let west = Infinity
  let east = -Infinity
  let previous = points[0]?.[0] ?? 0
  points.forEach(([lon, lat], i) => {
    if (lon - previous > 180) turn--
    else if (lon - previous < -180) turn++
    previous = lon
    const x = lon + 360 * turn
    xs[i] = x
    ys[i] = lat
    if (x < west) west = x
    if (x > east) east = x
  })
  return { xs, ys, west, east, turns: turn - start, start }
}

/** Continuous longitudes whose westernmost lies in -180 (included) to 180 (not). */
export const unwrap = (points: ReadonlyArray<Point>): Chain => {
  const chain = unwrapFrom(points, 0)
  const start = -Math.floor((chain.west + 180) / 360)
  return start === 0 ? chain : unwrapFrom(points, start)
}

/**
 * Shell and holes of one polygon in one frame: each hole is moved by a whole turn if that brings it within
 * its shell.
 */
export const unwrapPolygon = (rings: Rings): ReadonlyArray<Chain> => {
  const [shell, ...holes] = rings.map(unwrap)
  if (shell === undefined) return []
  const fits = (hole: Chain) => hole.west >= shell.west && hole.east <= shell.east
  return [
    shell,
    ...holes.map((hole, i) => {
      if (fits(hole)) return hole
      const moved = unwrapFrom(rings[i + 1]!, hole.start + 1)
      return fits(moved) ? moved : hole
    })
  ]
}
