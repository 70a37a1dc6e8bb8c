// The chosen areas, prepared: their size, least width, overlaps, and an index that finds the areas at a place.
import type { ChosenArea } from "../../src/domain/analysis/Tracks.ts"
import { area } from "../../src/domain/geo/area.ts"
import { type AreaIndex, makeAreaIndex } from "../../src/domain/geo/AreaIndex.ts"
import type { MultiPolygonGeometry, PolygonGeometry, Rings } from "../../src/domain/geo/Geometry.ts"
import { convexHull } from "../space/hull.ts"
import { frameOf, type LocalFrame, type Places, type Plane, toPlane } from "../space/localFrame.ts"
import { overlapArea, type PlaneRings } from "../space/overlapArea.ts"

/** Pasture is a chosen area with its size and least width. */
export interface Pasture {
  readonly id: string
  readonly name: string
  readonly geometry: PolygonGeometry | MultiPolygonGeometry
  /** on the ellipsoid */
  readonly areaM2: number
  readonly hectares: number
  /** width of the convex hull of its narrowest part, in metres */
  readonly widthM: number
  /** animals it carries all the time, where its attributes say; NaN */
  readonly carryingCapacity: number
}

/** Overlap is ground that two pastures share; the pastures by index. */
interface Overlap {
  readonly a: number
  readonly b: number
  readonly hectares: number
}

/** Pastures are all chosen areas with their overlaps and the index that finds them. */
export interface Pastures {
  readonly all: ReadonlyArray<Pasture>
  readonly overlaps: ReadonlyArray<Overlap>
  readonly index: AreaIndex
}

/** SLIVER_M2 is the largest shared ground that counts as no overlap: neighbours drawn by hand share slivers. */
const SLIVER_M2 = 100

const partsOf = (geometry: Pasture["geometry"]): ReadonlyArray<Rings> =>
  geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates

const placesOf = (ring: Rings[number]): Places => ({
  lon: Float64Array.from(ring, ([lon]) => lon),
  lat: Float64Array.from(ring, ([, lat]) => lat)
})

const ringsIn = (frame: LocalFrame, geometry: Pasture["geometry"]): PlaneRings =>
  partsOf(geometry)
    .flat()
    .map((ring) => {
      const { x, y } = toPlane(frame, placesOf(ring))
      return Float64Array.from({ length: 2 * x.length }, (_, i) => (i % 2 === 0 ? x : y)[i >> 1]!)
    })

const frameFor = (geometry: Pasture["geometry"]): LocalFrame =>
  frameOf(partsOf(geometry).map(([shell]) => placesOf(shell!)))

/**
 * Returns the least distance between two parallels that enclose a convex ring: one of them lies along a side.
 * Rotating calipers, Shamos 1978.
 */
const widthOf = ({ x, y }: Plane, corners: Uint32Array): number => {
  const count = corners.length
  let least = Infinity
  let far = 1
  for (let i = 0; i < count; i++) {
    const [a, b] = [corners[i]!, corners[(i + 1) % count]!]
    const [dx, dy] = [x[b]! - x[a]!, y[b]! - y[a]!]
    const height = (k: number) =>
      dx * (y[corners[k % count]!]! - y[a]!) - dy * (x[corners[k % count]!]! - x[a]!)
    while (height(far + 1) > height(far)) far++
    least = Math.min(least, height(far) / Math.hypot(dx, dy))
  }
  return least
}

const narrowest = (geometry: Pasture["geometry"]): number =>
  Math.min(
    ...partsOf(geometry).map(([shell]) => {
      const places = placesOf(shell!)
      const plane = toPlane(frameOf([places]), places)
      return widthOf(plane, convexHull(plane, Uint32Array.from(plane.x.keys())))
    })
  )

/** Prepares areas that passed the estimate: valid polygons. */
export const pasturesOf = (areas: ReadonlyArray<ChosenArea>): Pastures => {
  const all = areas.map(({ attributes, geometry: stored, id, name }): Pasture => {
    const geometry = stored as Pasture["geometry"] // positions of stored polygons are pairs
    const areaM2 = area(geometry)
    return {
      id,
      name,
      geometry,
      areaM2,
      hectares: areaM2 / 10_000,
      widthM: narrowest(geometry),
      carryingCapacity: attributes["carrying_capacity"] ?? Number.NaN
    }
  })
  const overlaps = all.flatMap(({ geometry }, a) => {
    const frame = frameFor(geometry)
    const own = ringsIn(frame, geometry)
    return all.slice(a + 1).flatMap((other, k): ReadonlyArray<Overlap> => {
      const shared = overlapArea(own, ringsIn(frame, other.geometry))
      return shared < SLIVER_M2 ? [] : [{ a, b: a + 1 + k, hectares: shared / 10_000 }]
    })
  })
  return { all, overlaps, index: makeAreaIndex(all) }
}
