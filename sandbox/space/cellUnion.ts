// Cells of a local frame as polygons on the earth: cells that share a side are one polygon, with the holes
// between them. Only points between two others on a line are left out, so this is a union of cells and no
// smoothed contour. Specification 2.8, rules 10 and 13.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import { EARTH_RADIUS_M } from "../../src/domain/geo/earth.ts"
import { type Point, toRadians } from "../../src/domain/geo/Point.ts"
import { type CellIndex, makeCellIndex } from "./CellIndex.ts"
import type { Cells } from "./grid.ts"
import { type LocalFrame, toPlaces } from "./localFrame.ts"
import { splitPolygon } from "./splitAtAntimeridian.ts"

/** Cells joined by their sides. */
interface CellPolygon {
  /** degrees, shell counterclockwise, holes clockwise; a MultiPolygon only where it crosses the antimeridian */
  readonly shape: Shape
  /** `cells x side²`: the plane is equal-area */
  readonly areaM2: number
  /** places of its cells in the columns given, ascending */
  readonly members: Uint32Array
}

/** East, north, west, south: one step in each direction. */
const X_STEPS = [1, 0, -1, 0] as const
const Y_STEPS = [0, 1, 0, -1] as const

/** Labels each cell with its component (cells joined by sides), numbered in the order of their first cells. */
const labelComponents = (
  { ix, iy }: Cells,
  index: CellIndex
): { readonly part: Int32Array; readonly count: number } => {
  const part = new Int32Array(ix.length).fill(-1)
  const stack = new Int32Array(ix.length)
  let count = 0
  for (let start = 0; start < ix.length; start++) {
    if (part[start] !== -1) continue
    let length = 1
    stack[0] = start
    part[start] = count
    while (length > 0) {
      const cell = stack[--length]!
      for (let direction = 0; direction < 4; direction++) {
        const next = index.find(ix[cell]! + X_STEPS[direction]!, iy[cell]! + Y_STEPS[direction]!)
        if (next === -1 || part[next] !== -1) continue
        part[next] = count
        stack[length++] = next
      }
    }
    count++
  }
  return { part, count }
}

/** LatticeRing is a ring of lattice points, [x0, y0, x1, y1, …]; the first point is not repeated at the end. */
type LatticeRing = ReadonlyArray<number>

/**
 * Follows the border with the cells on its left, from the south side of a cell. Where cells of one part touch
 * in a corner it turns left, and so stays with its cell. A straight side has a point at least every
 * `maxStraight` cells.
 */
const traceRing = (
  { ix, iy }: Cells,
  index: CellIndex,
  start: number,
  traced: Uint8Array,
  maxStraight: number
): LatticeRing => {
  const ring: Array<number> = []
  let cell = start
  let d = 0
  let straight = 0
  do {
    if (d === 0) traced[cell] = 1
    const x = ix[cell]! + X_STEPS[d]!
    const y = iy[cell]! + Y_STEPS[d]!
    const ahead = index.find(x, y)
    const right = ahead === -1 ? -1 : index.find(x + Y_STEPS[d]!, y - X_STEPS[d]!)
    straight = ahead !== -1 && right === -1 ? straight + 1 : 0
    // the end of this side: the corner of the cell that is ahead to the right
    if (straight === 0 || straight % maxStraight === 0)
      ring.push(ix[cell]! + (d < 2 ? 1 : 0), iy[cell]! + (d === 1 || d === 2 ? 1 : 0))
    if (ahead === -1) d = (d + 1) % 4
    else if (right === -1) cell = ahead
    else {
      cell = right
      d = (d + 3) % 4
    }
  } while (cell !== start || d !== 0)
  return ring
}

/**
 * Splits a ring that visits a point twice into rings that do not: a shell and a hole in its corner, or two
 * holes.
 */
const splitAtRepeatedPoints = (ring: LatticeRing): ReadonlyArray<LatticeRing> => {
  const rings: Array<LatticeRing> = []
  const open: Array<number> = []
  const positionInOpen = new Map<string, number>()
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!]
    const key = `${x} ${y}`
    const at = positionInOpen.get(key)
    if (at === undefined) {
      positionInOpen.set(key, open.length)
      open.push(x, y)
    } else {
      const loop = open.splice(at)
      rings.push(loop)
      for (let k = 2; k < loop.length; k += 2) positionInOpen.delete(`${loop[k]} ${loop[k + 1]}`)
      open.push(x, y)
    }
  }
  return [...rings, open]
}

const isShell = (ring: LatticeRing): boolean => {
  let doubleArea = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
    doubleArea += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!
  return doubleArea > 0
}

/**
 * Returns the number of cells after which a side that is straight in the plane deviates from the straight
 * line in degrees by a twentieth of a cell.
 */
const maxStraightCells = ({ lat }: LocalFrame, side: number): number =>
  Math.max(
    1,
    Math.floor(
      Math.sqrt((8 * EARTH_RADIUS_M * 0.05 * side) / Math.max(1, Math.abs(Math.tan(toRadians(lat))))) / side
    )
  )

/** Converts lattice rings to closed rings of positions. */
const toRings = (
  frame: LocalFrame,
  { side, x0, y0 }: Cells,
  rings: ReadonlyArray<LatticeRing>
): ReadonlyArray<ReadonlyArray<Point>> => {
  const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  const plane = { x: new Float64Array(count), y: new Float64Array(count) }
  let at = 0
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      plane.x[at] = x0 + ring[i]! * side
      plane.y[at++] = y0 + ring[i + 1]! * side
    }
  }
  const { lat, lon } = toPlaces(frame, plane)
  at = 0
  return rings.map((ring) => {
    const points = Array.from({ length: ring.length / 2 }, (): Point => [lon[at]!, lat[at++]!])
    return [...points, points[0]!]
  })
}

/** Returns the polygons of cells (each given once), in the order of their first cells. Takes linear time. */
export const cellUnion = (frame: LocalFrame, cells: Cells): ReadonlyArray<CellPolygon> => {
  const { ix, iy, side } = cells
  const index = makeCellIndex(ix.length)
  for (let cell = 0; cell < ix.length; cell++) index.add(ix[cell]!, iy[cell]!)
  const { count, part } = labelComponents(cells, index)
  const traced = new Uint8Array(ix.length)
  const rings = Array.from({ length: count }, (): Array<LatticeRing> => [])
  const members = Array.from({ length: count }, (): Array<number> => [])
  for (let cell = 0; cell < ix.length; cell++) {
    members[part[cell]!]!.push(cell)
    // every ring has a side to the south
    if (traced[cell] === 1 || index.find(ix[cell]!, iy[cell]! - 1) !== -1) continue
    rings[part[cell]!]!.push(
      ...splitAtRepeatedPoints(traceRing(cells, index, cell, traced, maxStraightCells(frame, side)))
    )
  }
  return rings.map((found, k) => {
    const inOrder = [...found.filter(isShell), ...found.filter((ring) => !isShell(ring))]
    return {
      shape: splitPolygon(toRings(frame, cells, inOrder)),
      areaM2: members[k]!.length * side * side,
      members: Uint32Array.from(members[k]!)
    }
  })
}

/** Collects the polygons of shapes in one geometry, null if there are none. Adjacent polygons stay separate. */
export const collectPolygons = (shapes: ReadonlyArray<Shape>): Shape | null => {
  const parts = shapes.flatMap((shape) =>
    shape.type === "Polygon" ? [shape.coordinates] : shape.type === "MultiPolygon" ? shape.coordinates : []
  )
  return parts.length === 0
    ? null
    : parts.length === 1
      ? { type: "Polygon", coordinates: parts[0]! }
      : { type: "MultiPolygon", coordinates: parts }
}
