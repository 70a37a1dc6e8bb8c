// The line of a track for the map: few points, broken at the antimeridian.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import { decimate } from "../../src/domain/geo/decimate.ts"
import type { Places } from "../space/localFrame.ts"

/** MAX_POINTS is how many points a line has. */
const MAX_POINTS = 500
/** HEIGHT_PARTS is the detail of a line: parts of its height that it shows. */
const HEIGHT_PARTS = 500

type Point = readonly [number, number]

const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

/** Latitude at which the straight line of degrees between two points crosses the antimeridian, where it does. */
const crossing = (a: Point, b: Point): number | null => {
  const east = b[0] - a[0]
  if (Math.abs(east) <= 180) return null
  const way = east > 0 ? east - 360 : east + 360
  return way === 0 ? a[1] : a[1] + (b[1] - a[1]) * (((way > 0 ? 180 : -180) - a[0]) / way)
}

/**
 * Returns the first fix, the last, and those between that are at least so far from the one kept before: what
 * rest adds to a line cannot be seen.
 */
const spaced = ({ lat, lon }: Places): Places => {
  let south = Infinity,
    north = -Infinity
  for (const value of lat) {
    south = Math.min(south, value)
    north = Math.max(north, value)
  }
  const least = (north - south) / HEIGHT_PARTS
  const isFar = (a: number, b: number) =>
    Math.abs(lat[a]! - lat[b]!) > least || Math.abs(lon[a]! - lon[b]!) > least
  let last = 0
  const rows = Uint32Array.from(lon.keys()).filter((i) => {
    const stays = i === 0 || i === lon.length - 1 || isFar(i, last)
    if (stays) last = i
    return stays
  })
  return { lon: Float64Array.from(rows, (i) => lon[i]!), lat: Float64Array.from(rows, (i) => lat[i]!) }
}

/** Of at least one fix: at most 500 of them, gaps drawn through. */
export const trackLine = (places: Places): Shape => {
  const { lat, lon } = spaced(places)
  const lines: Array<Array<Point>> = []
  let line: Array<Point> = []
  for (const fix of decimate(lon, lat, MAX_POINTS)) {
    const here: Point = [rounded(lon[fix]!), rounded(lat[fix]!)]
    const last = line.at(-1)
    const at = last === undefined ? null : crossing(last, here)
    if (last !== undefined && at !== null) {
      const edge = last[0] > 0 ? 180 : -180
      lines.push([...line, [edge, rounded(at)]])
      line = [[-edge, rounded(at)]]
    }
    line.push(here)
  }
  const long = [...lines, line].filter((l) => l.length > 1)
  if (long.length === 0) return { type: "Point", coordinates: [rounded(lon[0]!), rounded(lat[0]!)] }
  return long.length === 1
    ? { type: "LineString", coordinates: long[0]! }
    : { type: "MultiLineString", coordinates: long }
}
