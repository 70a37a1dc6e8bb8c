// Which GeoJSON geometries are accepted. Our own rules and not a library's or a database's, because those
// read null as 0, text as numbers and open rings without a word. This file judges the form of the value;
// `topology.ts` judges the rings.
//
// Stored form: `type` and `coordinates` only, two ordinates a position, shells counterclockwise and holes
// clockwise, and longitudes as they were sent: a shape over the antimeridian stays one shape (see
// `unwrap.ts`). Of a collection `type` and `geometries`, collections in it unfolded.

import * as Result from "effect/Result"
import type { Geometry, SimpleGeometry } from "./Geometry.ts"
import type { GeometryIssue } from "./GeometryIssue.ts"
import {
  countPositions,
  COORDINATES_DEPTH,
  isSimpleType,
  MAX_ISSUES,
  MAX_POSITIONS,
  nameOf,
  readGeometry
} from "./readGeometry.ts"
import { memberAt } from "../jsonPointer.ts"

export { MAX_POSITIONS }

/** Most geometries that a collection may have, those of collections in it included. */
export const MAX_COLLECTION_GEOMETRIES = 1000

/** MAX_COLLECTION_NESTING bounds the depth of nested collections. */
export const MAX_COLLECTION_NESTING = 4

/** Members that a geometry has beside its type. */
type Content = "coordinates" | "geometries"

const checkMembers = (input: object, content: Content, pointer: string): Array<GeometryIssue> =>
  Object.keys(input)
    .filter((member) => !["type", content, "bbox"].includes(member))
    .slice(0, MAX_ISSUES)
    .map((member) => ({
      pointer: memberAt(pointer, member),
      code: "GEOMETRY_MEMBER",
      detail:
        member === "crs"
          ? 'The member "crs" is not supported: coordinates are always WGS 84 longitude and latitude ' +
            "(RFC 7946)."
          : `Unknown member ${JSON.stringify(member.slice(0, 64))}: a geometry has "type", ` +
            `"${content}" and perhaps "bbox".`
    }))

const wrongType = (type: unknown): string => {
  if (type === "Feature") return 'A Feature is not a geometry; send the value of its member "geometry".'
  if (type === "FeatureCollection") return "A FeatureCollection is not a geometry; send one geometry a time."
  const found = typeof type === "string" ? JSON.stringify(type.slice(0, 64)) : nameOf(type)
  const types = [...Object.keys(COORDINATES_DEPTH), "GeometryCollection"].join(", ")
  return `The type must be one of ${types}; it is ${found}.`
}

/**
 * Reading is the state of reading a value: the geometries so far, the number of their positions, and the
 * faults.
 */
interface Reading {
  readonly geometries: Array<SimpleGeometry>
  readonly issues: Array<GeometryIssue>
  positions: number
}

const tooMany = (pointer: string, detail: string): GeometryIssue => ({
  pointer,
  code: "GEOMETRY_TOO_LARGE",
  detail
})

/** Reads the members of a collection. */
const readMembers = (input: object, pointer: string, nesting: number, reading: Reading): void => {
  const at = `${pointer}/geometries`
  reading.issues.push(...checkMembers(input, "geometries", pointer))
  const members: unknown = "geometries" in input ? input.geometries : undefined
  if (!Array.isArray(members) || members.length === 0) {
    const found = Array.isArray(members) ? "empty" : nameOf(members)
    reading.issues.push({
      pointer: at,
      code: "GEOMETRY_EMPTY",
      detail: `An array of geometries is expected here; it is ${found}.`
    })
  } else if (nesting > MAX_COLLECTION_NESTING) {
    reading.issues.push({
      pointer: at,
      code: "GEOMETRY_TOO_DEEP",
      detail: `Geometry collections may lie ${MAX_COLLECTION_NESTING} deep in each other.`
    })
  } else if (reading.geometries.length + members.length > MAX_COLLECTION_GEOMETRIES) {
    reading.issues.push(tooMany(at, `The collection has more than ${MAX_COLLECTION_GEOMETRIES} geometries.`))
  } else {
    for (let i = 0; i < members.length && reading.issues.length < MAX_ISSUES; i++)
      readValue(members[i], `${at}/${i}`, nesting, reading)
  }
}

/** Reads a geometry, or the members of a collection that lies in `nesting` others. */
const readValue = (input: unknown, pointer: string, nesting: number, reading: Reading): void => {
  const { geometries, issues } = reading
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    const detail = `A GeoJSON geometry is an object; this is ${nameOf(input)}.`
    return void issues.push({ pointer, code: "GEOMETRY_TYPE", detail })
  }
  const type = "type" in input ? input.type : undefined
  if (type === "GeometryCollection") return readMembers(input, pointer, nesting + 1, reading)
  if (!isSimpleType(type))
    return void issues.push({ pointer: `${pointer}/type`, code: "GEOMETRY_TYPE", detail: wrongType(type) })
  const wrongMembers = checkMembers(input, "coordinates", pointer)
  const coordinates = "coordinates" in input ? input.coordinates : undefined
  reading.positions += countPositions(coordinates, COORDINATES_DEPTH[type])
  if (reading.positions > MAX_POSITIONS) {
    const detail = `The geometry has more than ${MAX_POSITIONS} positions.`
    return void issues.push(tooMany(`${pointer}/coordinates`, detail))
  }
  if (geometries.length >= MAX_COLLECTION_GEOMETRIES)
    return void issues.push(
      tooMany(pointer, `The collection has more than ${MAX_COLLECTION_GEOMETRIES} geometries.`)
    )
  issues.push(...wrongMembers)
  geometries.push(readGeometry(type, coordinates, pointer, issues))
}

/**
 * Accepts a GeoJSON geometry or says what is wrong with it. Accepted: Point, MultiPoint, LineString,
 * MultiLineString, Polygon, MultiPolygon, and a GeometryCollection of them, of at most `MAX_POSITIONS`
 * positions; the answer is the stored form described above. A third ordinate and a `bbox` are dropped.
 * Problems of form are listed together; of the rings' relations the first one found is given. Geometries of a
 * collection may overlap: it is their union.
 */
export const checkGeometry = (input: unknown): Result.Result<Geometry, ReadonlyArray<GeometryIssue>> => {
  const reading: Reading = { geometries: [], issues: [], positions: 0 }
  readValue(input, "", 0, reading)
  const { geometries, issues } = reading
  if (issues.length > 0) return Result.fail(issues.slice(0, MAX_ISSUES))
  const isCollection = (input as { readonly type: unknown }).type === "GeometryCollection" // read above
  return Result.succeed(isCollection ? { type: "GeometryCollection", geometries } : geometries[0]!)
}
