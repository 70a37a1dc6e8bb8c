// Converts areas and events of the API to the types of the map.
import type { Geometry } from "geojson"
import { roundOf } from "../areas/shape.ts"
import type { Happened } from "../../data/mapQueries.ts"
import { type Area, type Happening, lineStringsOf } from "../../map/places.ts"
import type { Feature } from "../../../domain/tracking/Feature.ts"
import type { ProjectSettings } from "../../../domain/tracking/ProjectSettings.ts"

/** Circles that are drawn of one area at most. */
const MAX_CIRCLES = 500

const membersOf = (geometry: Geometry): ReadonlyArray<Geometry> =>
  geometry.type === "GeometryCollection" ? geometry.geometries.flatMap(membersOf) : [geometry]

/** Adds circles around the points of a geometry that has a radius. */
const withRounds = (geometry: Geometry, radius_m: unknown): Geometry => {
  if (typeof radius_m !== "number") return geometry
  const members = membersOf(geometry)
  const points = members.flatMap((one) =>
    one.type === "Point" ? [one.coordinates] : one.type === "MultiPoint" ? one.coordinates : []
  )
  if (points.length === 0) return geometry
  const rounds = points
    .slice(0, MAX_CIRCLES)
    .map(([lon = 0, lat = 0]) => roundOf({ kind: "circle", centre: [lon, lat], radius_m }))
  return { type: "GeometryCollection", geometries: [...members, ...rounds] }
}

/** areaOf converts a feature to an area of the map. */
export const areaOf = ({ attributes, feature_type, geometry: sent, id, name }: Feature): Area => {
  const geometry = sent as unknown as Geometry, // the server has validated the shape
    radius = attributes["radius_m"]
  return {
    id,
    name,
    kind: feature_type,
    geometry: withRounds(geometry, radius),
    ...(typeof radius === "number" && lineStringsOf(geometry).length > 0 ? { lineRadiusM: radius } : {})
  }
}

/** happeningOf converts an event to a marker of the map. */
export const happeningOf = ({ geometry, id, properties }: Happened): Happening => ({
  id,
  at: [geometry.coordinates[0], geometry.coordinates[1]],
  severity: properties.severity
})

/** startOf returns the view that the project sets for a map without subjects. */
export const startOf = (
  settings: Readonly<Record<string, unknown>>
): { readonly start?: NonNullable<ProjectSettings["map"]> } => {
  const start = settings["map"] as ProjectSettings["map"] // the server has validated it
  return start === undefined ? {} : { start }
}

/** landscapeOf returns the extent of the drawn landscape: around the areas of a demo; none elsewhere. */
export const landscapeOf = (
  settings: Readonly<Record<string, unknown>>,
  bounds: readonly [number, number, number, number] | null
): readonly [number, number] | undefined =>
  settings["landscape"] === "demo" && bounds !== null
    ? [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2]
    : undefined
