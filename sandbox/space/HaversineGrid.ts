// Fixes by cells so small that any two in one cell are within a distance of each other, wherever on the
// globe. Rows of one height from pole to pole, each divided into as many columns as its wider edge needs:
// nothing is stretched near a pole, and the last column of a row meets its first at the antimeridian.
import { EARTH_RADIUS_M } from "../../src/domain/geo/earth.ts"
import { reachInLongitude } from "../../src/domain/geo/isNear.ts"
import { toDegrees, toRadians } from "../../src/domain/geo/Point.ts"
import { makeCellIndex } from "./CellIndex.ts"
import type { Places } from "./localFrame.ts"

/** HaversineGrid is an index of fixes by cells of the globe. */
interface HaversineGrid {
  /** how many cells hold fixes */
  readonly count: number
  /** the fixes of cell k, ascending: `members[starts[k]]` to before `members[starts[k + 1]]` */
  readonly starts: Uint32Array
  readonly members: Uint32Array
  /**
   * The other cells that may hold fixes within the distance of a fix in this one: the first so many of the
   * array given back with them.
   */
  readonly neighboursOf: (cell: number) => { readonly count: number; readonly cells: Uint32Array }
}

/** ROUNDING_FACTOR is the relative room for rounding: a ten-thousandth of a millimetre in a hundred metres. */
const ROUNDING_FACTOR = 1e-9

/**
 * NEIGHBOUR_ROWS is how many rows to each side are within the distance of a row: rows are at least `distance
 * / sqrt 2` high.
 */
const NEIGHBOUR_ROWS = 2

/** Cells with a diagonal of at most `distanceM` (up to 100 km), by the haversine formula. Linear in the fixes. */
export const makeHaversineGrid = ({ lat, lon }: Places, distanceM: number): HaversineGrid => {
  // by the chord, which the two sides of a cell never exceed
  const height = Math.SQRT2 * Math.sin(distanceM / EARTH_RADIUS_M / 2) * (1 - ROUNDING_FACTOR)
  const lastRow = Math.floor(Math.PI / height)
  const edgeOf = (row: number): number => row * height - Math.PI / 2
  const columnsOf = (row: number): number => {
    const nearest = edgeOf(row) > 0 ? edgeOf(row) : Math.max(0, -edgeOf(row + 1))
    return Math.ceil((2 * Math.PI * Math.cos(nearest)) / height)
  }

  const index = makeCellIndex()
  const cellOf = new Uint32Array(lon.length)
  const columnOfCell: Array<number> = []
  const rowOfCell: Array<number> = []
  for (let i = 0; i < lon.length; i++) {
    const row = Math.min(lastRow, Math.floor((toRadians(lat[i]!) + Math.PI / 2) / height))
    const columns = columnsOf(row)
    const column = Math.floor(((lon[i]! + 180) / 360) * columns) % columns
    const cell = index.add(column, row)
    cellOf[i] = cell
    if (cell < rowOfCell.length) continue
    columnOfCell.push(column)
    rowOfCell.push(row)
  }

  const count = index.size()
  const starts = new Uint32Array(count + 1)
  for (const cell of cellOf) starts[cell + 1]!++
  for (let cell = 0; cell < count; cell++) starts[cell + 1]! += starts[cell]!
  const members = new Uint32Array(lon.length)
  const filled = starts.slice()
  for (let i = 0; i < lon.length; i++) members[filled[cellOf[i]!]!++] = i

  let cells = new Uint32Array(64)
  const neighboursOf = (cell: number) => {
    const row = rowOfCell[cell]!
    const width = 360 / columnsOf(row)
    const farthest = Math.min(90, toDegrees(Math.max(Math.abs(edgeOf(row)), Math.abs(edgeOf(row + 1)))))
    const reach = reachInLongitude(farthest, distanceM * (1 + ROUNDING_FACTOR)) + ROUNDING_FACTOR
    const west = columnOfCell[cell]! * width - reach
    const east = (columnOfCell[cell]! + 1) * width + reach
    let found = 0
    for (let r = Math.max(0, row - NEIGHBOUR_ROWS); r <= Math.min(lastRow, row + NEIGHBOUR_ROWS); r++) {
      const columns = columnsOf(r)
      const first = Math.floor((west / 360) * columns)
      const last = Math.min(Math.floor((east / 360) * columns), first + columns - 1)
      for (let c = first; c <= last; c++) {
        const near = index.find(((c % columns) + columns) % columns, r)
        if (near === -1 || near === cell) continue
        if (found === cells.length) {
          const more = new Uint32Array(2 * found)
          more.set(cells)
          cells = more
        }
        cells[found++] = near
      }
    }
    return { count: found, cells }
  }
  return { count, starts, members, neighboursOf }
}
