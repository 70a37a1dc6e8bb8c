// Points of a file as circles: a polygon whose attributes say `shape`, `centre` and `radius_m`, as a drawn one has.
import { isObject } from "../../isObject.ts"
import { readQuantity } from "../../intake/scalars/readQuantity.ts"
import type { Circles, FileShape, ShapeTrouble } from "../FeatureImport.ts"

type Place = readonly [lon: number, lat: number]

const placeOf = (value: unknown): Place | null => {
  const [lon, lat] = Array.isArray(value) ? (value as ReadonlyArray<unknown>) : []
  return typeof lon === "number" && typeof lat === "number" ? [lon, lat] : null
}

/** Returns the places of a shape that is made of points alone; null: it is another. */
export const placesOf = ({ geometry, properties }: FileShape): ReadonlyArray<Place> | null => {
  if (!isObject(geometry) || properties["shape"] === "circle") return null
  const { coordinates, type } = geometry
  const places =
    type === "Point"
      ? [placeOf(coordinates)]
      : type === "MultiPoint" && Array.isArray(coordinates)
        ? coordinates.map(placeOf)
        : []
  const known = places.filter((place) => place !== null)
  return known.length > 0 && known.length === places.length ? known : null
}

const radiusIn = (
  { properties }: FileShape,
  circles: Circles
): { readonly radius: number } | { readonly trouble: ShapeTrouble } => {
  if ("radius_m" in circles) return { radius: circles.radius_m }
  const { radius_attribute: name } = circles,
    value = Object.hasOwn(properties, name) ? properties[name] : undefined
  const radius = readQuantity("accuracy_m", value) // a length in metres, with its sentinels and units
  if (typeof radius === "number") return { radius }
  const said =
    value === undefined || value === null
      ? `It has no ${JSON.stringify(name)}, which radii are read from.`
      : `Its ${JSON.stringify(name)} is no radius in metres: ${JSON.stringify(value).slice(0, 80)}.`
  return { trouble: { code: "CIRCLE_INVALID", detail: said } }
}

/** Returns the shapes, each point as a circle of its own; one whose radius is not known has its `trouble`. */
export const pointsToCircles = (
  shapes: ReadonlyArray<FileShape>,
  circles: Circles
): ReadonlyArray<FileShape> =>
  shapes.flatMap((shape): ReadonlyArray<FileShape> => {
    const places = shape.trouble === undefined ? placesOf(shape) : null
    if (places === null) return [shape]
    const found = radiusIn(shape, circles)
    if ("trouble" in found) return [{ ...shape, trouble: found.trouble }]
    return places.map((centre) => ({
      ...shape,
      geometry: null,
      properties: { ...shape.properties, shape: "circle", centre, radius_m: found.radius }
    }))
  })
