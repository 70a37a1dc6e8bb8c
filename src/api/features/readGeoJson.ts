// The shapes of a GeoJSON file.
import { Effect, Result } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import { isObject } from "../../domain/isObject.ts"
import type { FoundShape } from "../../domain/tracking/FeatureImport.ts"
import { checkJson } from "../http/readRequest.ts"

/** A file of eight megabytes may be one shape of many numbers. */
const limits = { depth: 32, nodes: 2_000_000 }

const KNOWN_CRS = /CRS84$|EPSG:(?:\d*:)?:?4326$/i

/** Files of before RFC 7946 may say that their numbers are no degrees, which would lie somewhere else. */
const isElsewhere = (value: Readonly<Record<string, unknown>>): boolean => {
  const { crs } = value
  if (crs === undefined || crs === null) return false
  const properties = isObject(crs) ? crs["properties"] : undefined
  const name = isObject(properties) ? properties["name"] : undefined
  return typeof name !== "string" || !KNOWN_CRS.test(name)
}

const shapeOf = (value: unknown): FoundShape => {
  if (!isObject(value)) return { geometry: value, properties: {} }
  const { geometry, id, properties } = value
  return value["type"] === "Feature"
    ? { geometry, properties: isObject(properties) ? properties : {}, id }
    : { geometry: value, properties: {} }
}

const refuse = (code: string, detail: string) => Effect.fail(Invalid.at("/text", code, detail))

/** Reads a FeatureCollection, a Feature or a geometry; fails where the text is none. */
export const readGeoJson = Effect.fnUntraced(function* (text: string) {
  yield* checkJson(text, limits)
  const parsed = Result.try(() => JSON.parse(text) as unknown)
  if (Result.isFailure(parsed))
    return yield* refuse("NEITHER_FORMAT", "The text is neither GeoJSON (it is no JSON) nor KML (no XML).")
  const value = parsed.success
  if (!isObject(value) || typeof value["type"] !== "string")
    return yield* refuse("GEOJSON_TYPE", 'GeoJSON is an object with a "type", such as FeatureCollection.')
  if (isElsewhere(value))
    return yield* refuse(
      "GEOJSON_CRS",
      "The file's coordinates are not WGS 84 longitude and latitude: export it anew as EPSG:4326."
    )
  const { features } = value
  if (value["type"] !== "FeatureCollection") return [shapeOf(value)]
  return Array.isArray(features)
    ? features.map(shapeOf)
    : yield* refuse("GEOJSON_TYPE", 'A FeatureCollection has a list "features".')
})
