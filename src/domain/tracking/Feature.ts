// A feature: a place with a shape. Rules ask whether a subject is inside it, analyses how it is used.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Attributes, Instant, Name, NewAttributes, Uuid } from "../schemas.ts"
import { circle, isRadius, MAX_RADIUS_M, MIN_RADIUS_M } from "../geo/circle.ts"
import { type Geometry, simpleGeometries } from "../geo/Geometry.ts"
import type { Point } from "../geo/Point.ts"
import { checkGeometry } from "../geo/validity.ts"
import { featureTypes } from "./featureTypes.ts"

/** A GeoJSON geometry as it was sent; `shapeOf` judges it. */
const geometry = Schema.Json.annotate({
  description: "GeoJSON geometry (RFC 7946) of any type, WGS 84, at most 10,000 positions"
})

const written = {
  feature_type: Schema.Literals(featureTypes),
  name: Name,
  geometry,
  attributes: NewAttributes
}

/**
 * The geometry may be left out of a circle: `attributes: {shape: "circle", centre: [lon, lat], radius_m}`
 * makes it.
 */
export const NewFeature = Schema.Struct({
  ...written,
  geometry: Schema.optionalKey(geometry),
  attributes: Schema.optionalKey(NewAttributes)
})
export type NewFeature = typeof NewFeature.Type

/** FeatureChange is a request to change some members of a feature. */
export const FeatureChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
export type FeatureChange = typeof FeatureChange.Type

/**
 * Feature is a saved place. `revision` counts the editions of its shape: events name the one they were
 * evaluated on.
 */
export const Feature = Schema.Struct({
  id: Uuid,
  project_id: Uuid,
  ...written,
  attributes: Attributes,
  revision: Schema.Int,
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Feature" })
export type Feature = typeof Feature.Type

/**
 * ShapeIssue is why a shape was refused; `pointer` is into the feature, `at` the place on a map where it
 * shows.
 */
export interface ShapeIssue {
  readonly pointer: string
  readonly code: string
  readonly detail: string
  readonly at?: Point
}

const refuse = (
  pointer: string,
  code: string,
  detail: string
): Result.Result<never, ReadonlyArray<ShapeIssue>> => Result.fail([{ pointer, code, detail }])

type Given = Readonly<Record<string, unknown>>

const circleOf = ({ centre, radius_m }: Given): Result.Result<Geometry, ReadonlyArray<ShapeIssue>> => {
  const [lon, lat, more] = Array.isArray(centre) ? (centre as ReadonlyArray<unknown>) : []
  if (typeof lon !== "number" || typeof lat !== "number" || more !== undefined) {
    return refuse("/attributes/centre", "CIRCLE_INVALID", "A circle has a centre: [longitude, latitude].")
  }
  if (typeof radius_m !== "number")
    return refuse("/attributes/radius_m", "CIRCLE_INVALID", "A circle has a radius_m: metres, a number.")
  return Result.mapError(circle([lon, lat], radius_m), (issue) => [
    { ...issue, pointer: `/attributes${issue.pointer}` }
  ])
}

/**
 * Returns the geometry to store. A circle is made of its attributes, whatever geometry came with them;
 * anything else must be a valid geometry and, where it is a line or a point with a `radius_m`, a radius
 * between 0.1 m and 1,000 km.
 */
export const shapeOf = (
  geometry: unknown,
  attributes: Given
): Result.Result<Geometry, ReadonlyArray<ShapeIssue>> => {
  if (attributes.shape === "circle") return circleOf(attributes)
  if (geometry === undefined) return refuse("/geometry", "MISSING", "This member is missing.")
  const checked = Result.mapError(checkGeometry(geometry), (issues) =>
    issues.map((issue) => ({ ...issue, pointer: `/geometry${issue.pointer}` }))
  )
  if (Result.isFailure(checked)) return checked
  if (simpleGeometries(checked.success).every(({ type }) => type.endsWith("Polygon"))) return checked
  const radius = attributes.radius_m
  return radius === undefined || (typeof radius === "number" && isRadius(radius))
    ? checked
    : refuse(
        "/attributes/radius_m",
        "RADIUS_INVALID",
        `The radius of a line or point is a number of metres between ${MIN_RADIUS_M} and ${MAX_RADIUS_M}.`
      )
}

/**
 * Returns the metres round a line or point that count as inside it: its `radius_m`; null: none. A polygon has
 * none, a circle is its polygon already.
 */
export const radiusOf = ({ type }: Geometry, { radius_m }: Given): number | null =>
  typeof radius_m === "number" && !type.endsWith("Polygon") ? radius_m : null

/** Returns whether two editions of a feature have the same shape. */
export const sameShape = (
  a: { readonly geometry: unknown; readonly attributes: Given },
  b: { readonly geometry: unknown; readonly attributes: Given }
): boolean =>
  JSON.stringify([a.geometry, a.attributes.radius_m]) === JSON.stringify([b.geometry, b.attributes.radius_m])
