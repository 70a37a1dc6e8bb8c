// The coordinates of a GeoJSON geometry: positions, lines and rings, each with what is wrong with it. `validity.ts`
// says which geometries are accepted; `topology.ts` judges the rings.

import type { Point } from "./Point.ts"
import { isLatitude, isLongitude } from "./Point.ts"
import type { Ring, Rings, SimpleGeometry } from "./Geometry.ts"
import type { GeometryIssue } from "./GeometryIssue.ts"
import { winding } from "./orientation.ts"
import { checkTopology } from "./topology.ts"
import { unwrap } from "./unwrap.ts"

/** Most positions a geometry may have, all rings and parts together. */
export const MAX_POSITIONS = 10_000

/** MAX_ISSUES is how many problems of form are listed at most. */
export const MAX_ISSUES = 20

/** COORDINATES_DEPTH is the number of arrays round a position. */
export const COORDINATES_DEPTH: Record<SimpleGeometry["type"], number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3
}

/** Whether a type is that of a geometry with coordinates of its own. */
export const isSimpleType = (type: unknown): type is SimpleGeometry["type"] =>
  typeof type === "string" && Object.hasOwn(COORDINATES_DEPTH, type)

/**
 * Reads one part of a value, adding what is wrong with it to `issues`; what it returns counts only if nothing
 * was added.
 */
type Read<A> = (value: unknown, pointer: string, issues: Array<GeometryIssue>) => A

/** Returns the kind of a value in words. */
export const nameOf = (value: unknown): string => {
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
export const countPositions = (value: unknown, depth: number): number => {
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

/**
 * Reads the coordinates of a geometry at `pointer`, adding what is wrong with them to `issues`; what it
 * returns counts only if nothing was added.
 */
export const readGeometry = (
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
