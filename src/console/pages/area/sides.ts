// The sides of a shape with their lengths, as points of the map: labels beside the middle of each side.
import type { Feature, Geometry, Position } from "geojson"
import { distance } from "../../../domain/geo/distance.ts"
import { exactText, fixedText } from "../../design/numbers.ts"

/** MAX_SIDES is the maximum number of sides with a label: more would cover the shape. */
const MAX_SIDES = 40
/** KILOMETRES_FROM_M is the length from which sides are labelled in kilometres. */
const KILOMETRES_FROM_M = 10_000
/** Distance of a label from its side, in em: a line of text is wider than tall. */
const OFFSET_EM = [2.1, 1.1] as const

const lengthText = (metres: number): string =>
  metres < KILOMETRES_FROM_M ? `${exactText(Math.round(metres))} m` : `${fixedText(metres / 1000, 1)} km`

interface Line {
  readonly places: ReadonlyArray<Position>
  readonly isRing: boolean
}

/** Returns the outer rings and the lines of a geometry. */
const linesOf = (geometry: Geometry): ReadonlyArray<Line> => {
  const ring = (rings: ReadonlyArray<ReadonlyArray<Position>>): ReadonlyArray<Line> =>
    rings.slice(0, 1).map((places) => ({ places, isRing: true }))
  switch (geometry.type) {
    case "Polygon":
      return ring(geometry.coordinates)
    case "MultiPolygon":
      return geometry.coordinates.flatMap(ring)
    case "LineString":
      return [{ places: geometry.coordinates, isRing: false }]
    case "MultiLineString":
      return geometry.coordinates.map((places) => ({ places, isRing: false }))
    case "GeometryCollection":
      return geometry.geometries.flatMap(linesOf)
    default:
      return []
  }
}

/** Twice the signed area of a ring in degrees: positive where it runs counter-clockwise. */
const turn = (places: ReadonlyArray<Position>): number =>
  places.slice(1).reduce((sum, [x = 0, y = 0], i) => {
    const [before = 0, below = 0] = places[i]!
    return sum + (before * y - x * below)
  }, 0)

/** Returns the label of one side: outside of a ring, above a line. */
const sideOf = (a: Position, b: Position, outward: number): Feature => {
  const [ax = 0, ay = 0] = a,
    [bx = 0, by = 0] = b
  const flat = Math.cos((((ay + by) / 2) * Math.PI) / 180)
  const east = (bx - ax) * flat,
    north = by - ay
  const size = Math.hypot(east, north) || 1
  return {
    type: "Feature",
    properties: {
      kind: "side",
      text: lengthText(distance(ax, ay, bx, by)),
      // to the right of the side, in em; the map counts downwards
      offset: [(north / size) * outward * OFFSET_EM[0], (east / size) * outward * OFFSET_EM[1]]
    },
    geometry: { type: "Point", coordinates: [(ax + bx) / 2, (ay + by) / 2] }
  }
}

/** sidesOf returns the corners of a shape, and the length of each side; empty for a shape with many. */
export const sidesOf = (geometry: Geometry): ReadonlyArray<Feature> => {
  const lines = linesOf(geometry)
  if (lines.reduce((sum, { places }) => sum + places.length - 1, 0) > MAX_SIDES) return []
  return lines.flatMap(({ isRing, places }) => {
    const outward = isRing && turn(places) < 0 ? -1 : 1
    const corners = isRing ? places.slice(1) : places
    return [
      ...corners.map((place): Feature => ({
        type: "Feature",
        properties: { kind: "corner" },
        geometry: { type: "Point", coordinates: [...place] }
      })),
      ...places.slice(1).map((b, i) => sideOf(places[i]!, b, outward))
    ]
  })
}
