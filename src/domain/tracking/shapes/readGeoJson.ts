// The shapes of a GeoJSON file.
import * as Result from "effect/Result"
import { isObject } from "../../isObject.ts"
import type { FoundShape } from "../FeatureImport.ts"
import type { ShapesUnread } from "./ShapesUnread.ts"

const KNOWN_CRS = /(?:CRS:?84h?|EPSG:(?:[\d.]*:)?:?4326|WGS[ _-]?(?:19)?84)$/iu

/**
 * The name of the system of a file's numbers, where that is another than WGS 84 longitude and latitude: files
 * of before RFC 7946 may say so, and would lie somewhere else. null: it is none.
 */
const foreignSystem = (value: unknown): string | null => {
  if (!isObject(value)) return null
  const { crs } = value
  if (crs === undefined || crs === null) return null
  const properties = isObject(crs) && isObject(crs["properties"]) ? crs["properties"] : {}
  const { code, href, name } = properties
  const said = typeof name === "string" ? name : typeof code === "number" ? `EPSG:${code}` : href
  if (typeof said === "string" && KNOWN_CRS.test(said.trim())) return null
  return typeof said === "string" ? said.trim().slice(0, 200) : "a system that it does not name"
}

/** The first foreign system that a file, one of its features or a geometry names. */
const systemIn = (value: Readonly<Record<string, unknown>>): string | null => {
  const features = Array.isArray(value["features"]) ? (value["features"] as ReadonlyArray<unknown>) : []
  for (const one of [value, value["geometry"], ...features]) {
    const found = foreignSystem(one) ?? foreignSystem(isObject(one) ? one["geometry"] : null)
    if (found !== null) return found
  }
  return null
}

const shapeOf = (value: unknown): FoundShape => {
  if (!isObject(value)) return { geometry: value, properties: {} }
  const { geometry, id, properties } = value
  return value["type"] === "Feature"
    ? { geometry, properties: isObject(properties) ? properties : {}, id }
    : { geometry: value, properties: {} }
}

const refuse = (code: string, detail: string): Result.Result<never, ShapesUnread> =>
  Result.fail({ code, detail })

/** Reads a FeatureCollection, a Feature or a geometry; fails where the text is none. */
export const readGeoJson = (text: string): Result.Result<ReadonlyArray<FoundShape>, ShapesUnread> => {
  const parsed = Result.try(() => JSON.parse(text) as unknown)
  if (Result.isFailure(parsed))
    return refuse("NEITHER_FORMAT", "The text is neither GeoJSON (it is no JSON) nor KML (no XML).")
  const value = parsed.success
  if (!isObject(value) || typeof value["type"] !== "string")
    return refuse("GEOJSON_TYPE", 'GeoJSON is an object with a "type", such as FeatureCollection.')
  const system = systemIn(value)
  if (system !== null)
    return refuse(
      "GEOJSON_CRS",
      `The file's coordinates are in ${system}, and not WGS 84 longitude and latitude: export it anew as EPSG:4326.`
    )
  const { features } = value
  if (value["type"] !== "FeatureCollection") return Result.succeed([shapeOf(value)])
  return Array.isArray(features)
    ? Result.succeed(features.map(shapeOf))
    : refuse("GEOJSON_TYPE", 'A FeatureCollection has a list "features".')
}
