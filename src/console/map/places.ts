// Places, areas, tracks and events of the map, as GeoJSON.
import type { Feature, FeatureCollection, Geometry, Position } from "geojson"
import type { SeverityName } from "../design/marks/Severity.tsx"
import { markOf } from "./markers.ts"
import { unwrap, unwrapAll, unwrapGeometry } from "./unwrap.ts"

/** A subject with a position. `id` is of the entity, or of a device without an assignment. */
export interface Place {
  readonly id: string
  readonly at: readonly [lon: number, lat: number]
  readonly name: string
  readonly entityType: string | null
  readonly heading: number | null
  readonly moving: boolean
  readonly silent: boolean
  /** of the most severe open alert; null: none is open */
  readonly severity: SeverityName | null
}

/** An area, site or route of the project. */
export interface Area {
  readonly id: string
  readonly name: string
  /** geofence, zone, site, route, … */
  readonly kind: string
  readonly geometry: Geometry
  /** metres around its lines that belong to it; missing: it has no lines, or they have no radius */
  readonly lineRadiusM?: number
  /** it is selected */
  readonly chosen?: boolean
}

/** A track: positions with their times (epoch ms), oldest first. */
export interface Trail {
  readonly id: string
  readonly at: ReadonlyArray<readonly [number, number]>
  readonly times: ReadonlyArray<number>
  readonly severity: SeverityName | null
  /** the only track of the map: drawn strongly, with its fixes */
  readonly alone?: boolean
}

/** An event at a place. */
export interface Happening {
  readonly id: string
  readonly at: readonly [number, number]
  readonly severity: SeverityName
  /** only the baseline version of a tested rule fires here */
  readonly hollow?: boolean
}

/** A GeoJSON feature collection of features. */
export const collection = (features: Array<Feature>): FeatureCollection => ({
  type: "FeatureCollection",
  features
})

const RANKS = { critical: 3, warning: 2, info: 1 } as const

const pointAt = (id: string, [lon, lat]: readonly [number, number], properties: object): Feature => ({
  type: "Feature",
  id,
  properties: { id, ...properties },
  geometry: { type: "Point", coordinates: [lon, lat] }
})

/** The properties of a place by which the map styles it. A standing subject is not turned. */
export const drawn = ({ entityType, heading, moving, severity, silent }: Place) => {
  const points = moving && !silent && heading !== null
  return {
    icon: markOf(entityType, points, silent),
    heading: points ? heading : 0,
    rank: severity === null ? 0 : RANKS[severity]
  }
}

/** A place as a GeoJSON point. */
export const placePoint = (place: Place): Feature =>
  pointAt(place.id, place.at, { name: place.name, ...drawn(place) })

/** An event as a GeoJSON point; hollow ones are sorted below the others. */
export const eventPoint = ({ at, hollow = false, id, severity }: Happening): Feature =>
  pointAt(id, at, {
    icon: hollow ? `hollow ${severity}` : `event ${severity}`,
    rank: hollow ? 0 : RANKS[severity]
  })

/** An area as a GeoJSON feature. */
export const areaFeature = ({ chosen = false, geometry, id, kind }: Area): Feature => ({
  type: "Feature",
  properties: { id, kind, chosen },
  geometry: unwrapGeometry(geometry)
})

/** The lines, rings and points of a geometry, each by itself. */
const piecesOf = (geometry: Geometry): Array<Array<Position>> => {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]]
    case "MultiPoint":
      return geometry.coordinates.map((place) => [place])
    case "LineString":
      return [geometry.coordinates]
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates
    case "MultiPolygon":
      return geometry.coordinates.flat()
    case "GeometryCollection":
      return geometry.geometries.flatMap(piecesOf)
  }
}

/** The lines of a geometry and of its members; the rings of polygons are none. */
export const lineStringsOf = (geometry: Geometry): ReadonlyArray<Array<Position>> => {
  switch (geometry.type) {
    case "LineString":
      return [geometry.coordinates]
    case "MultiLineString":
      return geometry.coordinates
    case "GeometryCollection":
      return geometry.geometries.flatMap(lineStringsOf)
    default:
      return []
  }
}

const linesOf = (geometry: Geometry): ReadonlyArray<ReadonlyArray<Position>> => {
  switch (geometry.type) {
    case "Polygon":
      return geometry.coordinates.slice(0, 1)
    case "MultiPolygon":
      return geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1))
    case "GeometryCollection":
      return []
    default:
      return lineStringsOf(geometry)
  }
}

/** The northernmost latitude at which lines cross a meridian; undefined: none crosses it. */
const northAt = (lines: ReadonlyArray<ReadonlyArray<Position>>, lon: number): number | undefined => {
  const crossings = lines.flatMap((line) =>
    line.slice(1).flatMap(([x = 0, y = 0], i) => {
      const [before = 0, below = 0] = line[i]!
      if (lon < Math.min(before, x) || lon > Math.max(before, x) || before === x) return []
      return [below + ((y - below) * (lon - before)) / (x - before)]
    })
  )
  return crossings.length === 0 ? undefined : Math.max(...crossings)
}

/**
 * The point of a name: in the middle of the northern edge; of a route further east, clear of the name of the
 * area it goes around. A label of the polygon itself would appear once per tile.
 */
export const nameOf = ({ geometry: sent, kind, name }: Area): Array<Feature> => {
  const geometry = unwrapGeometry(sent)
  const corners = piecesOf(geometry).flat()
  if (corners.length === 0) return []
  const top = corners.reduce((a, b) => (b[1]! > a[1]! ? b : a))
  const lons = corners.map(([lon = 0]) => lon)
  const west = Math.min(...lons)
  const lon = west + (Math.max(...lons) - west) * (kind === "route" ? 0.75 : 0.5)
  const north = northAt(linesOf(geometry), lon)
  const coordinates = north === undefined ? [...top] : [lon, north]
  return [{ type: "Feature", properties: { name }, geometry: { type: "Point", coordinates } }]
}

/** A box in degrees; `east` may exceed 180 where the box crosses the antimeridian. */
export type Bounds = [west: number, south: number, east: number, north: number]

/** The box around places and areas on the shortest arc, which may end beyond 180; null: there are none. */
export const boundsOf = (
  places: ReadonlyArray<Pick<Place, "at">>,
  areas: ReadonlyArray<Area>
): Bounds | null => {
  const pieces = [
    ...places.map(({ at }) => [[...at]]),
    ...areas.flatMap(({ geometry }) => piecesOf(geometry))
  ]
  const points = unwrapAll(pieces).flat()
  if (points.length === 0) return null
  return points.reduce<Bounds>(
    ([w, s, e, n], [x = 0, y = 0]) => [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)],
    [Infinity, 90, -Infinity, -90]
  )
}

/** TRAIL_PIECES is into how many parts a track is cut; older parts are fainter. */
const TRAIL_PIECES = 6
/** MAX_DOTS is the maximum number of fixes drawn as dots; more would merge into a line. */
const MAX_DOTS = 200

/** The opacity of a part: the old end of many tracks fades away, that of a single one stays readable. */
const clearOf = (piece: number, alone: boolean): number =>
  alone ? 0.35 + (0.55 * piece) / TRAIL_PIECES : (piece / TRAIL_PIECES) ** 1.6 * 0.6

/** The part of a track in a time span as GeoJSON lines, fainter towards the past. */
export const trailLines = (
  { alone = false, at, severity, times }: Trail,
  from: number,
  to: number
): Array<Feature> => {
  const lines: Array<Feature> = []
  const way = unwrap(at.map((place) => [...place]))
  let start = 0
  for (let piece = 1; piece <= TRAIL_PIECES; piece++) {
    const until = from + ((to - from) * piece) / TRAIL_PIECES
    let end = start
    while (end + 1 < times.length && times[end + 1]! <= until) end++
    if (end > start)
      lines.push({
        type: "Feature",
        properties: { severity, opacity: clearOf(piece, alone) },
        geometry: { type: "LineString", coordinates: way.slice(start, end + 1) }
      })
    start = end
  }
  if (alone && way.length <= MAX_DOTS)
    for (const coordinates of way)
      lines.push({ type: "Feature", properties: { severity }, geometry: { type: "Point", coordinates } })
  return lines
}
