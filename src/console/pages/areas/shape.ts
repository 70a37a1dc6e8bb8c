// Drawn shapes: a circle, or a geometry that is split into rings, lines and points, which can be edited one by one
// and joined again.
import { circle as turfCircle } from "@turf/turf"
import type { Geometry, Polygon, Position } from "geojson"
import { distance } from "../../../domain/geo/distance.ts"

/** Place is a position. */
export type Place = readonly [lon: number, lat: number]

/** Circle is a centre and a radius. */
export interface Circle {
  readonly kind: "circle"
  readonly centre: Place
  readonly radius_m: number
}

/** Drawn is a geometry. */
export interface Drawn {
  readonly kind: "geometry"
  readonly geometry: Exclude<Geometry, { type: "GeometryCollection" }>
}

/** Shape is a circle or a geometry. */
export type Shape = Circle | Drawn

/** Part is a ring (its last position equals its first), a line or a point. */
export interface Part {
  readonly type: "Polygon" | "LineString" | "Point"
  readonly places: ReadonlyArray<Position>
}

const CIRCLE_VERTICES = 64
/** Precision of drawn positions: about a centimetre. */
const DECIMALS = 1e7

const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS
/** roundedPlace rounds a position. */
export const roundedPlace = ([lon = 0, lat = 0]: Position): Position => [rounded(lon), rounded(lat)]

/** roundOf returns the polygon that is drawn for a circle; the server computes the stored one. */
export const roundOf = ({ centre: [lon, lat], radius_m }: Circle): Polygon => {
  const { coordinates } = turfCircle([lon, lat], radius_m, {
    steps: CIRCLE_VERTICES,
    units: "meters"
  }).geometry
  return { type: "Polygon", coordinates: coordinates.map((ring) => ring.map(roundedPlace)) }
}

/** circleOf returns the circle of a drawn ring. */
export const circleOf = (ring: ReadonlyArray<Position>): Circle => {
  const lons = ring.map(([lon]) => lon!),
    lats = ring.map(([, lat]) => lat!)
  const south = Math.min(...lats),
    north = Math.max(...lats)
  const centre = roundedPlace([(Math.min(...lons) + Math.max(...lons)) / 2, (south + north) / 2])
  const place: Place = [centre[0]!, centre[1]!]
  const radius = distance(place[0], place[1], place[0], north)
  return { kind: "circle", centre: place, radius_m: Math.round(radius * 10) / 10 }
}

/** partsOf splits a geometry; rings and lines in the order of the coordinates. */
export const partsOf = (geometry: Drawn["geometry"]): ReadonlyArray<Part> => {
  const ring = (places: ReadonlyArray<Position>): Part => ({ type: "Polygon", places })
  const line = (places: ReadonlyArray<Position>): Part => ({ type: "LineString", places })
  const point = (place: Position): Part => ({ type: "Point", places: [place] })
  switch (geometry.type) {
    case "Point":
      return [point(geometry.coordinates)]
    case "MultiPoint":
      return geometry.coordinates.map(point)
    case "LineString":
      return [line(geometry.coordinates)]
    case "MultiLineString":
      return geometry.coordinates.map(line)
    case "Polygon":
      return geometry.coordinates.map(ring)
    case "MultiPolygon":
      return geometry.coordinates.flat().map(ring)
  }
}

/** rejoined returns a geometry of the same structure with other parts of the same number. */
export const rejoined = (like: Drawn["geometry"], parts: ReadonlyArray<Part>): Drawn["geometry"] => {
  const places = parts.map((part) => part.places.map((place) => [...place]))
  switch (like.type) {
    case "Point":
      return { type: "Point", coordinates: places[0]?.[0] ?? [] }
    case "MultiPoint":
      return { type: "MultiPoint", coordinates: places.map(([place]) => place ?? []) }
    case "LineString":
      return { type: "LineString", coordinates: places[0] ?? [] }
    case "MultiLineString":
      return { type: "MultiLineString", coordinates: places }
    case "Polygon":
      return { type: "Polygon", coordinates: places }
    case "MultiPolygon": {
      let next = 0
      const coordinates = like.coordinates.map((polygon) => polygon.map(() => places[next++] ?? []))
      return { type: "MultiPolygon", coordinates }
    }
  }
}

/** shapeOf returns the shape of a feature; a circle is defined by its attributes, whatever its geometry. */
export const shapeOf = (geometry: Geometry, attributes: Readonly<Record<string, unknown>>): Shape | null => {
  const { centre, radius_m, shape } = attributes
  if (shape === "circle" && Array.isArray(centre) && typeof radius_m === "number") {
    const [lon, lat]: ReadonlyArray<unknown> = centre
    if (typeof lon === "number" && typeof lat === "number")
      return { kind: "circle", centre: [lon, lat], radius_m }
  }
  return geometry.type === "GeometryCollection" ? null : { kind: "geometry", geometry }
}

/** geometryOf returns the geometry that is drawn for a shape. */
export const geometryOf = (shape: Shape): Drawn["geometry"] =>
  shape.kind === "circle" ? roundOf(shape) : shape.geometry
