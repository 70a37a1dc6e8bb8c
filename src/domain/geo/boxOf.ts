// The box round a geometry, and the point where a map marks it.
import { type Geometry, simpleGeometries, type SimpleGeometry } from "./Geometry.ts"
import { type Point, wrapLongitude } from "./Point.ts"
import { unwrap } from "./unwrap.ts"

/** West, south, east, north in degrees; west > east crosses the antimeridian. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** The lines that a geometry is drawn of; of a polygon its shell holds all others. */
const linesOf = (geometry: SimpleGeometry): ReadonlyArray<ReadonlyArray<Point>> => {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]]
    case "MultiPoint":
      return geometry.coordinates.map((point) => [point])
    case "LineString":
      return [geometry.coordinates]
    case "MultiLineString":
      return geometry.coordinates
    case "Polygon":
      return geometry.coordinates.slice(0, 1)
    case "MultiPolygon":
      return geometry.coordinates.flatMap((rings) => rings.slice(0, 1))
  }
}

/**
 * Returns the box round a geometry. One line that crosses the antimeridian stays one; parts on both sides of
 * it share the box round the earth.
 */
export const boxOf = (geometry: Geometry): Box => {
  let west = Infinity,
    south = Infinity,
    east = -Infinity,
    north = -Infinity
  for (const simple of simpleGeometries(geometry))
    for (const line of linesOf(simple)) {
      const chain = unwrap(line)
      west = Math.min(west, chain.west)
      east = Math.max(east, chain.east)
      for (const lat of chain.ys) {
        south = Math.min(south, lat)
        north = Math.max(north, lat)
      }
      // a ring round a pole holds it
      if (chain.turns !== 0 && simple.type.endsWith("Polygon"))
        [south, north] = south + north < 0 ? [-90, north] : [south, 90]
    }
  return east - west >= 360
    ? [-180, south, 180, north]
    : [wrapLongitude(west), south, wrapLongitude(east), north]
}

/** Returns where a map marks a geometry: a point itself, else the middle of its box. */
export const markOf = (geometry: Geometry): Point => {
  if (geometry.type === "Point") return geometry.coordinates
  const [west, south, east, north] = boxOf(geometry)
  return [wrapLongitude((west + (east < west ? east + 360 : east)) / 2), (south + north) / 2]
}
