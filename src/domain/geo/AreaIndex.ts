// Which of many areas contain a position. A static R-tree (flatbush) over the boxes of all parts names a few
// candidates, `contains` decides: the cost hardly depends on how many areas there are.

import Flatbush from "flatbush"
import { partContains } from "./contains.ts"
import { EARTH_RADIUS_M } from "./earth.ts"
import type { Geometry } from "./Geometry.ts"
import { reachInLongitude } from "./isNear.ts"
import { toDegrees } from "./Point.ts"
import { type Part, prepare, type Prepared } from "./Polygon.ts"

/** Area is a geometry to index, with its radius. */
export interface Area {
  readonly id: string
  readonly geometry: Geometry
  readonly radiusM?: number | undefined
}

/** AreaIndex finds the areas that contain a position. */
export interface AreaIndex {
  /**
   * The places, in the array the index was made from, of the areas that contain the position: ascending, each
   * once.
   */
  readonly at: (lon: number, lat: number) => ReadonlyArray<number>
  /** The geometries in that same order, for further questions about one area. */
  readonly prepared: ReadonlyArray<Prepared>
}

const NO_AREAS: ReadonlyArray<number> = Object.freeze([])

/** Degrees added round each box: more than rounding may take from a longitude that was moved by a whole turn. */
const MARGIN_DEGREES = 1e-9

/** Returns one or two boxes in -180..180 that hold the part with its reach: west, south, east, north. */
const boxesOf = (part: Part): ReadonlyArray<readonly [number, number, number, number]> => {
  const { east, north, south, west } = part.trees[0]
  const metres = part.kind === "path" ? part.radiusM : 0
  const dLat = toDegrees(metres / EARTH_RADIUS_M) + MARGIN_DEGREES
  const dLon = reachInLongitude(Math.max(Math.abs(south), Math.abs(north)), metres) + MARGIN_DEGREES
  const [w, s, e, n] = [west - dLon, south - dLat, east + dLon, north + dLat]
  if (e - w >= 360) return [[-180, s, 180, n]]
  if (w < -180)
    return [
      [w + 360, s, 180, n],
      [-180, s, e, n]
    ]
  return e > 180
    ? [
        [w, s, 180, n],
        [-180, s, e - 360, n]
      ]
    : [[w, s, e, n]]
}

/**
 * Makes an index over areas whose geometries have passed `checkGeometry`. It holds their prepared form and
 * does not change.
 */
export const makeAreaIndex = (areas: ReadonlyArray<Area>): AreaIndex => {
  const prepared = areas.map(({ geometry, radiusM }) => prepare(geometry, radiusM))
  const entries = prepared.flatMap(({ parts }, area) =>
    parts.flatMap((part) => boxesOf(part).map((box) => ({ area, part, box })))
  )
  if (entries.length === 0) return { at: () => NO_AREAS, prepared }
  const index = new Flatbush(entries.length)
  for (const { box } of entries) index.add(...box)
  index.finish()

  let lon = 0
  let lat = 0
  let found: Array<number> = []
  let question = 0
  /** The last question an area was found by: it may stand in the index with many parts. */
  const foundBy = new Float64Array(areas.length)
  // Refuses every candidate, so that the search itself collects nothing.
  const collect = (entry: number): boolean => {
    const { area, part } = entries[entry]!
    if (foundBy[area] !== question && partContains(part, lon, lat)) {
      foundBy[area] = question
      found.push(area)
    }
    return false
  }
  const at = (x: number, y: number): ReadonlyArray<number> => {
    lon = x
    lat = y
    question++
    index.search(x, y, x, y, collect)
    if (found.length === 0) return NO_AREAS
    const result = found.length === 1 ? found : found.sort((a, b) => a - b)
    found = []
    return result
  }
  return { at, prepared }
}
