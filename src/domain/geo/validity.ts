// Which GeoJSON geometries are accepted. Our own rules and not a library's or a database's, because those
// read null as 0, text as numbers and open rings without a word. This file judges the form of the value;
// `topology.ts` judges the rings.
//
// Stored form: `type` and `coordinates` only, two ordinates a position, shells counterclockwise and holes
// clockwise, and longitudes as they were sent: a shape over the antimeridian stays one shape (see
// `unwrap.ts`). Of a collection `type` and `geometries`, collections in it unfolded.

import * as Result from "effect/Result"
import type { Geometry, Ring, Rings, SimpleGeometry } from "./Geometry.ts"
import type { GeometryIssue } from "./GeometryIssue.ts"
import { winding } from "./orientation.ts"
import { isLatitude, isLongitude, type Point } from "./Point.ts"
import { checkTopology } from "./topology.ts"
import { unwrap } from "./unwrap.ts"
import { memberAt } from "../jsonPointer.ts"

/** Most positions a geometry may have, all rings and parts together. */
export const MAX_POSITIONS = 10_000

/** No more than so many problems of form are listed; a geometry with one in every position helps nobody. */
const MAX_ISSUES = 20

/** Most geometries that a collection may have, those of collections in it included. */
export const MAX_COLLECTED = 1000

/** How many collections may lie in each other. */
export const MAX_NESTING = 4

/** How many arrays lie round a position. */
const DEPTH: Record<SimpleGeometry["type"], number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3
}

const isSimpleType = (type: unknown): type is SimpleGeometry["type"] =>
  typeof type === "string" && Object.hasOwn(DEPTH, type)

/**
 * Reads one part of a value, adding what is wrong with it to `issues`; what it returns counts only if nothing
 * was added.
 */
type Read<A> = (value: unknown, pointer: string, issues: Array<GeometryIssue>) => A

const nameOf = (value: unknown): string => {
  if (value === null || value === undefined) return value === null ? "null" : "missing"
  if (typeof value === "object") return Array.isArray(value) ? "an array" : "an object"
  return typeof value === "number" && !Number.isFinite(value) ? "not finite" : `a ${typeof value}`
}

const position: Read<Point> = (value, pointer, issues) => {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) {
    const found = Array.isArray(value) ? `an array of ${value.length}` : nameOf(value)
    issues.push({
      pointer,
      code: "POSITION_INVALID",
      detail: `A position is an array of longitude, latitude and perhaps height; here it is ${found}.`
    })
    return [0, 0]
  }
  const [lon, lat] = value.map((ordinate: unknown, i) => {
    const name = ["longitude", "latitude", "height"][i]!
    if (typeof ordinate !== "number" || !Number.isFinite(ordinate)) {
      issues.push({
        pointer: `${pointer}/${i}`,
        code: "POSITION_INVALID",
        detail: `The ${name} must be a number; it is ${nameOf(ordinate)}.`
      })
      return 0
    }
    const bound = i === 0 ? !isLongitude(ordinate) && 180 : i === 1 && !isLatitude(ordinate) && 90
    if (bound !== false) {
      issues.push({
        pointer: `${pointer}/${i}`,
        code: "POSITION_OUT_OF_RANGE",
        detail: `The ${name} ${ordinate} lies outside -${bound} to ${bound}.`
      })
    }
    return ordinate
  })
  return [lon!, lat!]
}

const list =
  <A>(read: Read<A>, things: string): Read<ReadonlyArray<A>> =>
  (value, pointer, issues) => {
    const items: Array<A> = []
    if (!Array.isArray(value) || value.length === 0) {
      const detail =
        `An array of ${things} is expected here; it ` +
        `is ${Array.isArray(value) ? "empty" : nameOf(value)}.`
      issues.push({ pointer, code: "GEOMETRY_EMPTY", detail })
      return items
    }
    for (let i = 0; i < value.length && issues.length < MAX_ISSUES; i++)
      items.push(read(value[i], `${pointer}/${i}`, issues))
    return items
  }

const same = (a: Point | undefined, b: Point | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1]

const points = list(position, "positions")

const line: Read<ReadonlyArray<Point>> = (value, pointer, issues) => {
  const before = issues.length
  const read = points(value, pointer, issues)
  if (issues.length === before && read.every((point) => same(point, read[0]))) {
    issues.push({
      pointer,
      code: "LINE_TOO_SHORT",
      detail: "A line needs at least two different positions.",
      at: read[0]!
    })
  }
  return read
}

const ring: Read<Ring> = (value, pointer, issues) => {
  const before = issues.length
  const read = points(value, pointer, issues)
  if (issues.length > before) return read
  if (!same(read[0], read.at(-1))) {
    issues.push({
      pointer,
      code: "RING_UNCLOSED",
      detail: "The ring is not closed: its last position must equal its first.",
      at: read.at(-1)!
    })
  } else if (read.length < 4) {
    const detail = `A ring needs at least four positions, the last equal to the first; this one has ${read.length}.`
    issues.push({ pointer, code: "RING_TOO_SHORT", detail, at: read[0]! })
  }
  return read
}

const polygon = list(ring, "rings")

/** Positions below `value`, and one for each empty or wrong thing on the way; stops counting beyond the limit. */
const countPositions = (value: unknown, depth: number): number => {
  if (!Array.isArray(value) || depth === 0) return 1
  if (depth === 1) return value.length
  let count = 0
  for (let i = 0; i < value.length && count <= MAX_POSITIONS; i++)
    count += Math.max(1, countPositions(value[i], depth - 1))
  return count
}

const wind = (rings: Rings): Rings =>
  rings.map((points, i) => {
    const { xs, ys } = unwrap(points)
    return winding(xs, ys) > 0 === (i === 0) ? points : points.toReversed()
  })

const readGeometry = (
  type: SimpleGeometry["type"],
  value: unknown,
  pointer: string,
  issues: Array<GeometryIssue>
): SimpleGeometry => {
  const at = `${pointer}/coordinates`
  const before = issues.length
  switch (type) {
    case "Point":
      return { type, coordinates: position(value, at, issues) }
    case "MultiPoint":
      return { type, coordinates: points(value, at, issues) }
    case "LineString":
      return { type, coordinates: line(value, at, issues) }
    case "MultiLineString":
      return { type, coordinates: list(line, "lines")(value, at, issues) }
    case "Polygon": {
      const rings = polygon(value, at, issues)
      if (issues.length > before) return { type, coordinates: rings }
      const issue = checkTopology([rings], (_, i) => `${at}/${i}`)
      if (issue !== undefined) issues.push(issue)
      return { type, coordinates: issue === undefined ? wind(rings) : rings }
    }
    case "MultiPolygon": {
      const parts = list(polygon, "polygons")(value, at, issues)
      if (issues.length > before) return { type, coordinates: parts }
      const issue = checkTopology(parts, (part, i) => `${at}/${part}/${i}`)
      if (issue !== undefined) issues.push(issue)
      return { type, coordinates: issue === undefined ? parts.map(wind) : parts }
    }
  }
}

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
  return `The type must be one of ${[...Object.keys(DEPTH), "GeometryCollection"].join(", ")}; it is ${found}.`
}

/** What was read of a value so far: the geometries, how many positions they have, and what is wrong. */
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
  } else if (nesting > MAX_NESTING) {
    reading.issues.push({
      pointer: at,
      code: "GEOMETRY_TOO_DEEP",
      detail: `Geometry collections may lie ${MAX_NESTING} deep in each other.`
    })
  } else if (reading.geometries.length + members.length > MAX_COLLECTED) {
    reading.issues.push(tooMany(at, `The collection has more than ${MAX_COLLECTED} geometries.`))
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
  reading.positions += countPositions(coordinates, DEPTH[type])
  if (reading.positions > MAX_POSITIONS) {
    const detail = `The geometry has more than ${MAX_POSITIONS} positions.`
    return void issues.push(tooMany(`${pointer}/coordinates`, detail))
  }
  if (geometries.length >= MAX_COLLECTED)
    return void issues.push(tooMany(pointer, `The collection has more than ${MAX_COLLECTED} geometries.`))
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
