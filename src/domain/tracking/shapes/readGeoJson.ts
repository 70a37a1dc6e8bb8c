// The shapes of a GeoJSON file.
import * as Result from "effect/Result"
import { isObject } from "../../isObject.ts"
import type { FileShape } from "../FeatureImport.ts"
import type { ShapesUnread } from "./ShapesUnread.ts"

/**
 * Returns the coordinate system that an object of a file names, as files of before RFC 7946 do; null: it
 * names none. A link is a name that is not followed.
 */
const namedSystem = (value: unknown): string | null => {
  if (!isObject(value)) return null
  const { crs } = value
  if (crs === undefined || crs === null) return null
  const properties = isObject(crs) && isObject(crs["properties"]) ? crs["properties"] : {}
  const { code, href, name } = properties
  const said = typeof name === "string" ? name : typeof code === "number" ? `EPSG:${code}` : href
  return typeof said === "string" ? said.trim().slice(0, 200) : "a system that it does not name"
}

/** Returns the systems that a file, its features and their geometries name. */
const systemsIn = (value: Readonly<Record<string, unknown>>): ReadonlySet<string> => {
  const features = Array.isArray(value["features"]) ? (value["features"] as ReadonlyArray<unknown>) : []
  const names = new Set<string>()
  for (const one of [value, value["geometry"], ...features])
    for (const name of [namedSystem(one), namedSystem(isObject(one) ? one["geometry"] : null)])
      if (name !== null) names.add(name)
  return names
}

const shapeOf = (value: unknown): FileShape => {
  if (!isObject(value)) return { geometry: value, properties: {} }
  const { geometry, id, properties } = value
  return value["type"] === "Feature"
    ? { geometry, properties: isObject(properties) ? properties : {}, id }
    : { geometry: value, properties: {} }
}

const refuse = (code: string, detail: string): Result.Result<never, ShapesUnread> =>
  Result.fail({ code, detail })

/** The shapes of a GeoJSON text, in the system that it names. */
export interface GeoJsonShapes {
  readonly shapes: ReadonlyArray<FileShape>
  /** null: it names none, and is in WGS 84 unless told otherwise */
  readonly system: string | null
}

/** Reads a FeatureCollection, a Feature or a geometry; fails where the text is none. */
export const readGeoJson = (text: string): Result.Result<GeoJsonShapes, ShapesUnread> => {
  const parsed = Result.try(() => JSON.parse(text) as unknown)
  if (Result.isFailure(parsed))
    return refuse("NEITHER_FORMAT", "The text is neither GeoJSON (it is no JSON) nor KML (no XML).")
  const value = parsed.success
  if (!isObject(value) || typeof value["type"] !== "string")
    return refuse("GEOJSON_TYPE", 'GeoJSON is an object with a "type", such as FeatureCollection.')
  const systems = [...systemsIn(value)]
  if (systems.length > 1)
    return refuse(
      "GEOJSON_CRS",
      `The file names several coordinate systems (${systems.slice(0, 3).join(", ")}): make a file of each.`
    )
  const system = systems[0] ?? null,
    { features } = value
  if (value["type"] !== "FeatureCollection") return Result.succeed({ shapes: [shapeOf(value)], system })
  return Array.isArray(features)
    ? Result.succeed({ shapes: features.map(shapeOf), system })
    : refuse("GEOJSON_TYPE", 'A FeatureCollection has a list "features".')
}
