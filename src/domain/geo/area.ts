// How large an area is on the earth's surface.

import geodesic from "geographiclib-geodesic"
import type { Geometry, Ring, Rings } from "./Geometry.ts"
import { winding } from "./orientation.ts"
import { unwrap } from "./unwrap.ts"

const ringArea = (ring: Ring): number => {
  const { east, turns, west, xs, ys } = unwrap(ring)
  const path = geodesic.Geodesic.WGS84.Polygon(false)
  for (let i = 1; i < xs.length; i++) path.AddPoint(ys[i]!, xs[i]!)
  // Only a wide ring can hold more than half the earth. Of any other the smaller side is meant, also where
  // the bulge of a geodesic turns a sliver inside out, and of one round a pole, as the hull of a track may
  // be.
  return Math.abs(path.Compute(turns === 0 && winding(xs, ys) < 0, turns !== 0 || east - west <= 180).area!)
}

const polygonArea = ([shell, ...holes]: Rings): number =>
  shell === undefined ? 0 : holes.reduce((sum, hole) => sum - ringArea(hole), ringArea(shell))

/**
 * Area in m² on the WGS 84 ellipsoid, holes taken off, whichever way the rings wind; 0 for points and lines.
 * Polygons of a collection are added up: ground that two of them share counts twice.
 * Karney 2013, "Algorithms for geodesics", by GeographicLib: edges are geodesics here, as in PostGIS
 * `geography`, and not straight in longitude and latitude as in `contains`; the two part only for edges of
 * many kilometres.
 */
export const area = (geometry: Geometry): number => {
  switch (geometry.type) {
    case "Polygon":
      return polygonArea(geometry.coordinates)
    case "MultiPolygon":
      return geometry.coordinates.reduce((sum, rings) => sum + polygonArea(rings), 0)
    case "GeometryCollection":
      return geometry.geometries.reduce((sum, one) => sum + area(one), 0)
    default:
      return 0
  }
}
