// Polygons and lines cut where they cross the antimeridian, as RFC 7946, 3.1.9 wants it, also polygons that
// hold a pole. The parts of the rings between crossings are linked again along the antimeridian: sorted from
// south to north, crossings bound the inside in pairs, and a pole inside counts as one more crossing. No
// clipping library does this on a globe.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import type { Point } from "../../src/domain/geo/Point.ts"

/** Closed, in degrees; an edge that jumps by more than 180 degrees crosses the antimeridian. */
type Ring = ReadonlyArray<Point>

/**
 * ANTIMERIDIAN_TOLERANCE_DEGREES is how near to the antimeridian a point counts as on it: a tenth of a
 * millimetre.
 */
const ANTIMERIDIAN_TOLERANCE_DEGREES = 1e-9

/** Each point on the antimeridian takes the side of the one before it, so that touching is not crossing. */
const settled = (points: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const isClear = ([lon]: Point) => Math.abs(lon) < 180 - ANTIMERIDIAN_TOLERANCE_DEGREES
  let side = Math.sign(points.find(isClear)?.[0] ?? 1)
  return points.map((point) => {
    if (!isClear(point)) return [side < 0 ? -180 : 180, point[1]]
    if (point[0] !== 0) side = Math.sign(point[0])
    return point
  })
}

const crosses = ([from]: Point, [to]: Point): boolean => Math.abs(to - from) > 180

/** Where the edge meets the antimeridian: straight in continuous longitudes. */
const crossingLatitude = ([lon1, lat1]: Point, [lon2, lat2]: Point): number => {
  const side = lon1 < 0 ? -180 : 180
  const width = lon2 + 2 * side - lon1
  return width === 0 ? lat1 : lat1 + ((side - lon1) / width) * (lat2 - lat1)
}

interface Chain {
  readonly points: Array<Point>
  /** number of the crossing at its end */
  end: number
}

const isSame = (a: Point | undefined, b: Point | undefined): boolean =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]

const closed = (points: ReadonlyArray<Point>): Ring => {
  const ring = points.filter((point, i) => i === 0 || !isSame(point, points[i - 1]))
  return isSame(ring[0], ring.at(-1)) ? ring : [...ring, ring[0]!]
}

/**
 * Whether a ring holds one that crosses it nowhere but may touch it in a corner: a place between two corners
 * decides.
 */
const holds = (ring: Ring, [[ax, ay], [bx, by]]: readonly [Point, Point]): boolean => {
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
  let isInside = false
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1]!,
      [x2, y2] = ring[i]!
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside
  }
  return isInside
}

/** Chains of all rings by the crossing they start at, the crossings' latitudes, and the rings without any. */
const cut = (rings: ReadonlyArray<Ring>) => {
  const chains: Array<Chain> = []
  const latitudes: Array<number> = []
  const whole: Array<Ring> = []
  let turns = 0
  for (const given of rings) {
    const ring = settled(given)
    const points = ring.slice(1) // its last point is its first
    const at = points.flatMap((point, i) => (crosses(points.at(i - 1)!, point) ? [i] : []))
    if (at.length === 0) whole.push(ring)
    const first = chains.length
    at.forEach((i, k) => {
      const [before, point] = [points.at(i - 1)!, points[i]!]
      const latitude = crossingLatitude(before, point)
      const end = at[(k + 1) % at.length]!
      const inner = i < end ? points.slice(i, end) : [...points.slice(i), ...points.slice(0, end)]
      turns += before[0] > 0 ? 1 : -1
      latitudes.push(latitude)
      chains.push({
        points: [[Math.sign(point[0]) * 180, latitude], ...inner],
        end: first + ((k + 1) % at.length)
      })
    })
  }
  return { chains, latitudes, whole, turns }
}

/** Returns the polygons that the chains bound, each one ring. */
const link = ({ chains, latitudes, turns }: ReturnType<typeof cut>): ReadonlyArray<Ring> => {
  const order = latitudes.map((_, i) => i).sort((a, b) => latitudes[a]! - latitudes[b]! || a - b)
  const POLE = -1
  // with the inside on the left, a surplus of eastward turns goes round the north pole
  const bounds = turns < 0 ? [POLE, ...order] : turns > 0 ? [...order, POLE] : order
  const partner = new Map(bounds.map((crossing, rank) => [crossing, bounds[rank ^ 1] ?? crossing]))
  const taken = new Set<number>()
  return chains.flatMap((_, start) => {
    const ring: Array<Point> = []
    for (let k = start; !taken.has(k);) {
      taken.add(k)
      const { end, points } = chains[k]!
      const side = Math.sign(points.at(-1)![0]) * 180
      ring.push(...points, [side, latitudes[end]!])
      const next = partner.get(end)!
      if (next === POLE) ring.push([side, Math.sign(turns) * 90], [-side, Math.sign(turns) * 90])
      k = next === POLE ? end : next
    }
    return ring.length < 3 ? [] : [closed(ring)]
  })
}

/**
 * Returns a polygon (shell counterclockwise, then holes clockwise) as a Polygon, or as a MultiPolygon if it
 * crosses the antimeridian.
 */
export const splitPolygon = (rings: ReadonlyArray<Ring>): Shape => {
  const found = cut(rings)
  if (found.chains.length === 0) return { type: "Polygon", coordinates: found.whole }
  const parts = link(found).map((shell) => [shell, ...found.whole.filter(([a, b]) => holds(shell, [a!, b!]))])
  return parts.length === 1
    ? { type: "Polygon", coordinates: parts[0]! }
    : { type: "MultiPolygon", coordinates: parts }
}

/**
 * Returns a line of two points as a LineString, or as two lines if it crosses the antimeridian.
 *
 * @example
 *   console.log(splitLine([170, 0], [175, 0]).type) // LineString
 *   console.log(splitLine([175, 0], [-175, 0]).type) // MultiLineString
 */
export const splitLine = (from: Point, to: Point): Shape => {
  const [a, b] = settled([from, to]) as [Point, Point]
  if (!crosses(a, b)) return { type: "LineString", coordinates: [a, b] }
  const latitude = crossingLatitude(a, b)
  return {
    type: "MultiLineString",
    coordinates: [
      [a, [Math.sign(a[0]) * 180, latitude]],
      [[Math.sign(b[0]) * 180, latitude], b]
    ]
  }
}
