// "Inside", the one answer for live rules, replay and analyses: the border counts as
// inside, the interior of a hole as outside and the hole's border as inside. Edges are straight in longitude
// and latitude, longitude 180 and -180 are one meridian, and several parts are their union. A line or point
// with `radius_m` contains what is at most so far from it; without, a point contains itself and a line the
// positions exactly on it. Longitude 10 at a pole is not longitude 20.

import type { EdgeTree } from "./EdgeTree.ts"
import { isNear, reachInLongitude } from "./isNear.ts"
import type { Part, Prepared } from "./Polygon.ts"
import { sideOf } from "./sideOf.ts"

const polygonContains = (trees: ReadonlyArray<EdgeTree>, x: number, y: number): boolean => {
  const shell = sideOf(trees[0]!, x, y)
  if (shell <= 0) return shell === 0
  for (let i = 1; i < trees.length; i++) {
    const hole = sideOf(trees[i]!, x, y)
    if (hole >= 0) return hole === 0
  }
  return true
}

/** The first whole turn `n` for which `lon + 360 n` is not west of `west`. */
const firstTurn = (west: number, lon: number): number => Math.ceil((west - lon) / 360)

const isNearTree = (tree: EdgeTree, lon: number, lat: number, metres: number): boolean => {
  const reach = reachInLongitude(lat, metres)
  for (let turn = firstTurn(tree.west - reach, lon); lon + 360 * turn <= tree.east + reach; turn++) {
    if (isNear(tree, lon + 360 * turn, lat, metres)) return true
  }
  return false
}

/** Whether one part contains the position; `AreaIndex` asks part by part. */
export const partContains = (part: Part, lon: number, lat: number): boolean => {
  const tree = part.trees[0]
  if (part.kind === "path" && part.radiusM > 0) return isNearTree(tree, lon, lat, part.radiusM)
  if (lat < tree.south || lat > tree.north) return false
  for (let turn = firstTurn(tree.west, lon); lon + 360 * turn <= tree.east; turn++) {
    const x = lon + 360 * turn
    if (part.kind === "polygon" ? polygonContains(part.trees, x, lat) : sideOf(tree, x, lat) === 0)
      return true
  }
  return false
}

/** True if the geometry contains the position (degrees). Exact for polygons; allocates nothing. */
export const contains = (prepared: Prepared, lon: number, lat: number): boolean => {
  for (const part of prepared.parts) {
    if (partContains(part, lon, lat)) return true
  }
  return false
}

/**
 * True if the geometry contains the position or comes within `metres` of it (a line's or point's own
 * `radius_m` added).
 */
export const isWithin = (prepared: Prepared, lon: number, lat: number, metres: number): boolean => {
  for (const part of prepared.parts) {
    if (partContains(part, lon, lat)) return true
    const reach = part.kind === "path" ? part.radiusM + metres : metres
    if (part.trees.some((tree) => isNearTree(tree, lon, lat, reach))) return true
  }
  return false
}

/**
 * True if the border of a part that contains the position is at most `metres` from it; a line or point with
 * `radius_m` has its border so many metres round it.
 */
export const partBorderIsWithin = (part: Part, lon: number, lat: number, metres: number): boolean =>
  part.kind === "path"
    ? metres >= part.radiusM || !isNearTree(part.trees[0], lon, lat, part.radiusM - metres)
    : part.trees.some((tree) => isNearTree(tree, lon, lat, metres))
