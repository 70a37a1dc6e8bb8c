// Who and what is on the map, as GeoJSON.
import type { Feature, FeatureCollection, Geometry, Position } from "geojson"
import type { SeverityName } from "../look/Severity.tsx"
import { markOf } from "./markers.ts"
import { unwrap, unwrapAll, unwrapGeometry } from "./unwrap.ts"

/** Somebody who is somewhere. `id` is of the entity, or of the device that is on none. */
export interface Place {
  readonly id: string
  readonly at: readonly [lon: number, lat: number]
  readonly name: string
  readonly entityType: string | null
  readonly heading: number | null
  readonly moving: boolean
  readonly silent: boolean
  /** of the worst open alert; null: none is open */
  readonly severity: SeverityName | null
}

export interface Area {
  readonly id: string
  readonly name: string
  /** geofence, zone, site, route, … */
  readonly kind: string
  readonly geometry: Geometry
  /** it is looked at */
  readonly chosen?: boolean
}

/** A way that was gone: places with their times (epoch ms), oldest first. */
export interface Trail {
  readonly id: string
  readonly at: ReadonlyArray<readonly [number, number]>
  readonly times: ReadonlyArray<number>
  readonly severity: SeverityName | null
  /** it is the only one of a map: drawn clearly, with its fixes */
  readonly alone?: boolean
}

export interface Happening {
  readonly id: string
  readonly at: readonly [number, number]
  readonly severity: SeverityName
  /** it did not happen: something else would have it so */
  readonly hollow?: boolean
}

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

/** What the map draws of somebody. Who only stands is not turned. */
export const drawn = ({ entityType, heading, moving, severity, silent }: Place) => {
  const points = moving && !silent && heading !== null
  return {
    icon: markOf(entityType, points, silent),
    heading: points ? heading : 0,
    rank: severity === null ? 0 : RANKS[severity]
  }
}

export const placePoint = (place: Place): Feature =>
  pointAt(place.id, place.at, { name: place.name, ...drawn(place) })

/** What is hollow lies below what is not. */
export const eventPoint = ({ at, hollow = false, id, severity }: Happening): Feature =>
  pointAt(id, at, {
    icon: hollow ? `hollow ${severity}` : `event ${severity}`,
    rank: hollow ? 0 : RANKS[severity]
  })

export const areaFeature = ({ chosen = false, geometry, id, kind }: Area): Feature => ({
  type: "Feature",
  properties: { id, kind, chosen },
  geometry: unwrapGeometry(geometry)
})

/** Lines, rings and places of a shape, each by itself. */
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

const linesOf = (geometry: Geometry): ReadonlyArray<ReadonlyArray<Position>> => {
  switch (geometry.type) {
    case "LineString":
      return [geometry.coordinates]
    case "MultiLineString":
      return geometry.coordinates
    case "Polygon":
      return geometry.coordinates.slice(0, 1)
    case "MultiPolygon":
      return geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1))
    default:
      return []
  }
}

/** The northernmost latitude of lines on a meridian; none of them crosses it: undefined. */
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
 * Where a name stands: on the northern edge, in the middle; of a route further east, clear of the name of
 * what it goes round. A label of the area itself would come once for every tile.
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

export type Bounds = [west: number, south: number, east: number, north: number]

/** The box around places and areas, on the shortest arc, which may end beyond 180; null: there is nothing. */
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

/** Pieces of a trail that fade towards the past: older is fainter. */
const PIECES = 6
/** More fixes than these would be a string of beads, and no longer be told apart. */
const MOST_DOTS = 200

/** How clear a piece is: of many trails the old end goes, of a single one it is read as well. */
const clearOf = (piece: number, alone: boolean): number =>
  alone ? 0.35 + (0.55 * piece) / PIECES : (piece / PIECES) ** 1.6 * 0.6

export const trailLines = (
  { alone = false, at, severity, times }: Trail,
  from: number,
  to: number
): Array<Feature> => {
  const lines: Array<Feature> = []
  const way = unwrap(at.map((place) => [...place]))
  let start = 0
  for (let piece = 1; piece <= PIECES; piece++) {
    const until = from + ((to - from) * piece) / PIECES
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
  if (alone && way.length <= MOST_DOTS)
    for (const coordinates of way)
      lines.push({ type: "Feature", properties: { severity }, geometry: { type: "Point", coordinates } })
  return lines
}
