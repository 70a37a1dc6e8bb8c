// Whether a position lies within so many metres of a ring or line: what a line with `radius_m` contains,
// and what a buffer outside a fence asks.

import { distance } from "./distance.ts"
import { EARTH_RADIUS_M } from "./earth.ts"
import type { EdgeTree } from "./EdgeTree.ts"
import { toDegrees, toRadians } from "./Point.ts"

/**
 * Haversine distance in metres from (x, y) to the edge from a to b, straight in longitude and latitude. The
 * foot is found in the plane that is true half-way between point and foot: within 0.01 % of the distance for
 * distances below 10 km and latitudes below 85.
 */
const distanceToEdge = (ax: number, ay: number, bx: number, by: number, x: number, y: number): number => {
  const dy = by - ay
  let footY = y
  let t = 0
  for (let round = 0; round < 3; round++) {
    const scale = Math.cos(toRadians((y + footY) / 2))
    const dx = (bx - ax) * scale
    const length = dx * dx + dy * dy
    t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * scale * dx + (y - ay) * dy) / length))
    footY = ay + t * dy
  }
  return distance(x, y, ax + t * (bx - ax), footY)
}

/**
 * How far `metres` reach in longitude, in degrees, from a position at latitude `lat`; all round (180) where
 * they reach a pole.
 */
export const reachInLongitude = (lat: number, metres: number): number => {
  const angle = metres / EARTH_RADIUS_M
  return toRadians(Math.abs(lat)) + angle >= Math.PI / 2
    ? 180
    : toDegrees(Math.asin(Math.sin(angle) / Math.cos(toRadians(lat))))
}

/**
 * True if the position (x, y) is at most `metres` away from some edge of the tree, in the frame of the tree's
 * longitudes.
 */
export const isNear = (tree: EdgeTree, x: number, y: number, metres: number): boolean => {
  const { boxes, first, last, skip, xs, ys } = tree
  const dx = reachInLongitude(y, metres) + 1e-9
  const dy = toDegrees(metres / EARTH_RADIUS_M) + 1e-9
  for (let node = 0; node < skip.length;) {
    const box = 4 * node
    const next = skip[node]!
    if (
      y + dy < boxes[box + 1]! ||
      y - dy > boxes[box + 3]! ||
      x - dx > boxes[box + 2]! ||
      x + dx < boxes[box]!
    ) {
      node = next
    } else if (next > node + 1) {
      node++
    } else {
      for (let i = first[node]! + 1; i <= last[node]!; i++) {
        if (distanceToEdge(xs[i - 1]!, ys[i - 1]!, xs[i]!, ys[i]!, x, y) <= metres) return true
      }
      node = next
    }
  }
  return false
}
