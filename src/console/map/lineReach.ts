// The ground within the radius of a line (`radius_m`), as the map draws it: what an area of lines holds is otherwise
// not to be seen. Loaded with the first such line, because the buffer of turf weighs as much as a page.
import { buffer, simplify } from "@turf/turf"
import type { Geometry, LineString, MultiPolygon, Polygon, Position } from "geojson"
import { distance } from "../../domain/geo/distance.ts"
import { METRES_PER_DEGREE } from "../../domain/geo/earth.ts"
import { type Area, lineStringsOf } from "./places.ts"
import { unwrap } from "./unwrap.ts"

/** The part of the radius by which a line may be simplified before it is buffered: less than a pixel shows. */
const TOLERANCE_SHARE = 0.01
/** Steps of a quarter circle at the ends and bends of a line. */
const STEPS = 16
/**
 * Edges are straight in longitude and latitude, as rules read them: one of a kilometre leaves that by
 * centimetres.
 */
const MAX_EDGE_M = 1000
/** Vertices of a simplified line that are buffered at most: some tenths of a second. */
const MAX_VERTICES = 5000

type Reach = Polygon | MultiPolygon

/** A line with places on its long edges, because turf buffers what is straight in a projection of its own. */
const withShortEdges = (line: ReadonlyArray<Position>): Array<Position> =>
  line.flatMap(([lon = 0, lat = 0], i) => {
    const [toLon = lon, toLat = lat] = line[i + 1] ?? []
    const pieces = Math.max(1, Math.ceil(distance(lon, lat, toLon, toLat) / MAX_EDGE_M))
    return Array.from({ length: pieces }, (_, k) => [
      lon + ((toLon - lon) * k) / pieces,
      lat + ((toLat - lat) * k) / pieces
    ])
  })

/** Returns the polygons within `radiusM` metres of the lines of a geometry. */
export const reachesOf = (geometry: Geometry, radiusM: number): ReadonlyArray<Reach> =>
  lineStringsOf(geometry).flatMap((line) => {
    const whole: LineString = { type: "LineString", coordinates: unwrap(line) }
    const tolerance = (TOLERANCE_SHARE * radiusM) / METRES_PER_DEGREE
    const simplified = simplify(whole, { tolerance, highQuality: true })
    const coordinates = withShortEdges(simplified.coordinates)
    if (coordinates.length > MAX_VERTICES) return []
    const reach = buffer({ type: "LineString", coordinates }, radiusM, { units: "meters", steps: STEPS })
    return reach === undefined ? [] : [reach.geometry]
  })

/** The reaches of areas that were drawn before: choosing an area draws all of them once more. */
const drawnReaches = new WeakMap<Geometry, ReadonlyArray<Reach>>()

/** Adds the ground within the radius of its lines to an area. */
export const withReach = (area: Area): Area => {
  if (area.lineRadiusM === undefined) return area
  const reaches = drawnReaches.get(area.geometry) ?? reachesOf(area.geometry, area.lineRadiusM)
  drawnReaches.set(area.geometry, reaches)
  return { ...area, geometry: { type: "GeometryCollection", geometries: [area.geometry, ...reaches] } }
}
