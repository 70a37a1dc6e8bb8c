// The antimeridian. Shapes and tracks arrive with longitudes of -180 to 180, where an edge that jumps by more than
// 180° takes the short way across it. MapLibre draws longitudes as they are, so here they continue beyond 180.
import type { Geometry, Position } from "geojson"

type Line = Array<Position>

/** Wraps a longitude into -180 to 180, both included. */
export const wrapLongitude = (lon: number): number =>
  lon >= -180 && lon <= 180 ? lon : lon - 360 * Math.floor((lon + 180) / 360)

/** Degrees eastward from one longitude to another, the short way (negative: westward). */
export const eastward = (from: number, to: number): number => ((to - from + 540) % 360) - 180

const moved = (line: Line, turns: number): Line =>
  turns === 0 ? line : line.map(([lon = 0, ...rest]) => [lon + 360 * turns, ...rest])

/** Whether the short way between two positions crosses the antimeridian. */
const jumps = ([from = 0]: Position, [to = 0]: Position): boolean => Math.abs(to - from) > 180

/** A line without jumps; a line that has none is returned as it is. */
export const unwrap = (line: Line): Line => {
  if (!line.some((place, i) => i > 0 && jumps(line[i - 1]!, place))) return line
  let turns = 0
  return line.map((place, i) => {
    const [lon = 0, ...rest] = place,
      before = line[i - 1] ?? place
    if (jumps(before, place)) turns += lon > before[0]! ? -1 : 1
    return [lon + 360 * turns, ...rest]
  })
}

interface Chain {
  readonly line: Line
  readonly west: number
  readonly east: number
}

/** An unwrapped line whose westernmost longitude is in [-180, 180). */
const chainOf = (line: Line): Chain => {
  const whole = unwrap(line)
  let west = Infinity,
    east = -Infinity
  for (const [lon = 0] of whole) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
  }
  const turns = whole.length === 0 ? 0 : -Math.floor((west + 180) / 360)
  return { line: moved(whole, turns), west: west + 360 * turns, east: east + 360 * turns }
}

/** The western end of the shortest arc that contains all lines: after the widest gap between them. */
const beginningOf = (chains: ReadonlyArray<Chain>): number => {
  let reach = chains.reduce((most, { east }) => Math.max(most, east), -Infinity) - 360,
    widest = 0,
    beginning = -180
  for (const { east, west } of chains.toSorted((a, b) => a.west - b.west)) {
    if (west - reach > widest) [widest, beginning] = [west - reach, west]
    reach = Math.max(reach, east)
  }
  return beginning
}

/** Unwraps lines so that all lie side by side on the shortest arc that contains them. */
export const unwrapAll = (lines: ReadonlyArray<Line>): Array<Line> => {
  const chains = lines.map(chainOf)
  const beginning = beginningOf(chains)
  return chains.map(({ line, west }) => moved(line, west < beginning ? 1 : 0))
}

/** Unwraps a geometry into one piece. */
export const unwrapGeometry = (geometry: Geometry): Geometry => {
  switch (geometry.type) {
    case "Point":
      return geometry
    case "MultiPoint":
      return { ...geometry, coordinates: unwrapAll(geometry.coordinates.map((place) => [place])).flat() }
    case "LineString":
      return { ...geometry, coordinates: unwrapAll([geometry.coordinates]).flat() }
    case "MultiLineString":
    case "Polygon":
      return { ...geometry, coordinates: unwrapAll(geometry.coordinates) }
    case "MultiPolygon": {
      const rings = unwrapAll(geometry.coordinates.flat())
      return { ...geometry, coordinates: geometry.coordinates.map(({ length }) => rings.splice(0, length)) }
    }
    case "GeometryCollection":
      return { ...geometry, geometries: geometry.geometries.map(unwrapGeometry) }
  }
}
