// How long the border of an area is on the earth's surface, and how long a line is.

import geodesic from "geographiclib-geodesic"
import { type Geometry, simpleGeometries, type SimpleGeometry } from "./Geometry.ts"
import type { Point } from "./Point.ts"

const lineLength = (points: ReadonlyArray<Point>): number => {
  const path = geodesic.Geodesic.WGS84.Polygon(true)
  for (const [lon, lat] of points) path.AddPoint(lat, lon)
  return path.Compute(false, true).perimeter
}

const lengthOf = (geometry: SimpleGeometry): number => {
  switch (geometry.type) {
    case "Point":
    case "MultiPoint":
      return 0
    case "LineString":
      return lineLength(geometry.coordinates)
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates.reduce((sum, line) => sum + lineLength(line), 0)
    case "MultiPolygon":
      return geometry.coordinates.flat().reduce((sum, ring) => sum + lineLength(ring), 0)
  }
}

/**
 * Length in metres on the WGS 84 ellipsoid: of lines, and of the borders of areas, those of their holes too;
 * 0 for points. As in `area`, edges are geodesics.
 */
export const pathLength = (geometry: Geometry): number =>
  simpleGeometries(geometry).reduce((sum, simple) => sum + lengthOf(simple), 0)

const cornersOf = (geometry: SimpleGeometry): number => {
  const closed = (rings: ReadonlyArray<ReadonlyArray<Point>>) =>
    rings.reduce((sum, ring) => sum + ring.length - 1, 0)
  switch (geometry.type) {
    case "Point":
      return 1
    case "MultiPoint":
    case "LineString":
      return geometry.coordinates.length
    case "MultiLineString":
      return geometry.coordinates.flat().length
    case "Polygon":
      return closed(geometry.coordinates)
    case "MultiPolygon":
      return closed(geometry.coordinates.flat())
  }
}

/** Returns how many corners a geometry has; the position that closes a ring counts once. */
export const countCorners = (geometry: Geometry): number =>
  simpleGeometries(geometry).reduce((sum, simple) => sum + cornersOf(simple), 0)
