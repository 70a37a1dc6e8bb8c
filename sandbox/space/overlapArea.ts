// How much of two polygons is common to both. The plane is cut into upright slabs at every corner; within a
// slab all sides are straight, and the common length is a broken line whose area is exact. Sides that nearly
// coincide, as borders of neighbours do, leave slivers of their true size and nothing worse, which clipping
// libraries cannot say.

/**
 * The rings of a polygon or of several, in any order and winding, closed: x and y in turn, metres of an
 * equal-area plane.
 */
export type PlaneRings = ReadonlyArray<Float64Array>

/** A side from west to east. */
interface Side {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const sidesOf = (rings: PlaneRings): ReadonlyArray<Side> =>
  rings
    .flatMap((ring) =>
      Array.from({ length: ring.length / 2 - 1 }, (_, i): Side => {
        const [x1, y1, x2, y2] = [ring[2 * i]!, ring[2 * i + 1]!, ring[2 * i + 2]!, ring[2 * i + 3]!]
        return x1 < x2
          ? { west: x1, south: y1, east: x2, north: y2 }
          : { west: x2, south: y2, east: x1, north: y1 }
      })
    )
    .filter(({ east, west }) => west < east)
    .sort((a, b) => a.west - b.west || a.east - b.east || a.south - b.south || a.north - b.north)

const heightAt = ({ east, north, south, west }: Side, x: number): number =>
  south + (north - south) * ((x - west) / (east - west))

/** The heights of a side at both ends of a slab. */
type Line = readonly [left: number, right: number]

/** Gives, slab after slab to the east, the sides that cross it, from south to north. */
const sweep = (sides: ReadonlyArray<Side>) => {
  let next = 0
  let open: Array<Side> = []
  return (left: number, right: number): ReadonlyArray<Line> => {
    while (next < sides.length && sides[next]!.west <= left) open.push(sides[next++]!)
    open = open.filter(({ east }) => east > left)
    return open
      .map((side): Line => [heightAt(side, left), heightAt(side, right)])
      .sort((a, b) => a[0] + a[1] - b[0] - b[1])
  }
}

const at = (line: Line, t: number): number => line[0] + (line[1] - line[0]) * t

/**
 * Mean common height of two strips over a slab: exact, as it is straight between the places where their lines
 * cross.
 */
const commonHeight = (low1: Line, high1: Line, low2: Line, high2: Line): number => {
  if (Math.max(...high1) <= Math.min(...low2) || Math.max(...high2) <= Math.min(...low1)) return 0
  const common = (t: number) =>
    Math.max(0, Math.min(at(high1, t), at(high2, t)) - Math.max(at(low1, t), at(low2, t)))
  const pairs = [
    [low1, low2],
    [high1, high2],
    [low1, high2],
    [high1, low2]
  ] as const
  const breaks = pairs
    .flatMap(([a, b]) => {
      const [left, right] = [a[0] - b[0], a[1] - b[1]]
      return left * right < 0 ? [left / (left - right)] : []
    })
    .sort((a, b) => a - b)
  const places = [0, ...breaks, 1]
  return places
    .slice(1)
    .reduce((sum, t, i) => sum + ((t - places[i]!) * (common(t) + common(places[i]!))) / 2, 0)
}

/**
 * Common area in m². Rings of one set bound its inside by the even-odd rule, as those of a valid multipolygon
 * do.
 */
export const overlapArea = (a: PlaneRings, b: PlaneRings): number => {
  const [sidesA, sidesB] = [sidesOf(a), sidesOf(b)]
  const reach = (sides: ReadonlyArray<Side>) =>
    [
      sides.reduce((least, s) => Math.min(least, s.west), Infinity),
      sides.reduce((most, s) => Math.max(most, s.east), -Infinity)
    ] as const
  const [[westA, eastA], [westB, eastB]] = [reach(sidesA), reach(sidesB)]
  const [west, east] = [Math.max(westA, westB), Math.min(eastA, eastB)]
  if (!(west < east)) return 0
  const corners = new Set([west, east])
  for (const { east: e, west: w } of [...sidesA, ...sidesB])
    for (const x of [w, e]) if (x > west && x < east) corners.add(x)
  const cuts = [...corners].sort((x, y) => x - y)
  const [linesOfA, linesOfB] = [sweep(sidesA), sweep(sidesB)]
  let area = 0
  for (let k = 1; k < cuts.length; k++) {
    const [left, right] = [cuts[k - 1]!, cuts[k]!]
    const [linesA, linesB] = [linesOfA(left, right), linesOfB(left, right)]
    for (let i = 1; i < linesA.length; i += 2) {
      for (let j = 1; j < linesB.length; j += 2)
        area += (right - left) * commonHeight(linesA[i - 1]!, linesA[i]!, linesB[j - 1]!, linesB[j]!)
    }
  }
  return area
}
