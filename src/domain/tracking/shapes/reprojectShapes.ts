// Shapes in another coordinate system, place by place in WGS 84 longitude and latitude. Heights stay as they are, and
// so do the attributes: the centre of a circle is in degrees in every file of ours.
import { isObject } from "../../isObject.ts"
import type { CoordinateSystem } from "../../geo/systems/readSystem.ts"
import type { FileShape } from "../FeatureImport.ts"

/** Places that are reprojected at a time, so that other requests have their turn. */
const PLACES_PER_STEP = 5000

type Place = ReadonlyArray<unknown>

const isPlace = (value: unknown): value is Place => Array.isArray(value) && typeof value[0] === "number"

/** A place outside of where the system is used. */
class Outside extends Error {
  readonly place: Place
  constructor(place: Place) {
    super()
    this.place = place
  }
}

const moved = ({ toWgs84 }: CoordinateSystem, place: Place): Place => {
  const [x, y, ...height] = place
  const found = typeof x === "number" && typeof y === "number" ? toWgs84(x, y) : null
  if (found === null) throw new Outside(place)
  return [...found, ...height]
}

/** Moves all positions of a value. Other values are unchanged: the check of geometries refuses them. */
function* movedAll(system: CoordinateSystem, value: unknown): Generator<undefined, unknown> {
  if (!Array.isArray(value)) return value
  if (isPlace(value)) return moved(system, value)
  const places: Array<unknown> = []
  for (const [index, inner] of (value as ReadonlyArray<unknown>).entries()) {
    if (index % PLACES_PER_STEP === PLACES_PER_STEP - 1) yield undefined
    places.push(isPlace(inner) ? moved(system, inner) : yield* movedAll(system, inner))
  }
  return places
}

function* movedGeometry(system: CoordinateSystem, geometry: unknown): Generator<undefined, unknown> {
  if (!isObject(geometry)) return geometry
  const { crs: _, bbox: __, ...rest } = geometry
  if (Array.isArray(rest["geometries"])) {
    const geometries: Array<unknown> = []
    for (const each of rest["geometries"]) geometries.push(yield* movedGeometry(system, each))
    return { ...rest, geometries }
  }
  return "coordinates" in rest ? { ...rest, coordinates: yield* movedAll(system, rest["coordinates"]) } : rest
}

/** Reprojects shapes, step by step; one that lies where the system is not used has its `trouble`. */
export function* reprojectShapes(
  shapes: ReadonlyArray<FileShape>,
  system: CoordinateSystem
): Generator<undefined, ReadonlyArray<FileShape>> {
  const found: Array<FileShape> = []
  for (const shape of shapes) {
    try {
      found.push({ ...shape, geometry: yield* movedGeometry(system, shape.geometry) })
    } catch (error) {
      if (!(error instanceof Outside)) throw error
      const place = error.place.slice(0, 2).map(String).join(", ")
      found.push({
        ...shape,
        trouble: {
          code: "OUTSIDE_SYSTEM",
          detail: `Its position ${place} lies outside of where ${system.name} is used.`
        }
      })
    }
    yield undefined
  }
  return found
}

/** Returns the first position of a geometry; null: it has none. */
const firstPlace = (value: unknown): Place | null => {
  let inner: unknown = isObject(value) ? (value["coordinates"] ?? value["geometries"]) : value
  for (;;) {
    if (isPlace(inner)) return inner
    const [next] = Array.isArray(inner) ? (inner as ReadonlyArray<unknown>) : []
    if (next === undefined) return null
    inner = isObject(next) ? (next["coordinates"] ?? next["geometries"]) : next
  }
}

/** No longitude or latitude is so far from zero, and nearly every easting or northing is. */
const MIN_PROJECTED_ORDINATE = 1000

/** Returns the first position of the shapes where that is no longitude and latitude; null: it may be. */
export const placeInMetres = (shapes: ReadonlyArray<FileShape>): string | null => {
  for (const { geometry } of shapes) {
    const place = firstPlace(geometry)
    if (place === null) continue
    const x = Number(place[0]),
      y = Number(place[1])
    return Math.abs(x) > MIN_PROJECTED_ORDINATE || Math.abs(y) > MIN_PROJECTED_ORDINATE ? `${x}, ${y}` : null
  }
  return null
}
