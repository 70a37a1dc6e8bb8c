// Where a subject may be expected: a Gaussian kernel density on a grid of square cells, and its isopleths as
// sets of cells. Specification 2.8, rule 13.
import type { Cells } from "./grid.ts"
import type { Plane } from "./localFrame.ts"

/** A density over `columns` x `rows` square cells, row by row from the south-west; it sums to 1. */
export interface Density {
  readonly bandwidthM: number
  /** metres; the south-west corner of the first cell, and the side of a cell */
  readonly x0: number
  readonly y0: number
  readonly side: number
  readonly columns: number
  readonly rows: number
  readonly mass: Float64Array
}

type Grid = Omit<Density, "mass">

/** MARGIN_BANDWIDTHS is how far the grid reaches beyond the fixes. */
const MARGIN_BANDWIDTHS = 3
/** KERNEL_REACH_BANDWIDTHS is where a kernel ends: it has a hundred-millionth of its height there. */
const KERNEL_REACH_BANDWIDTHS = 6
/**
 * From so many cells a bandwidth fixes are binned (Wand and Jones 1995, appendix D), into bins of which it
 * has at least so many.
 */
const MIN_BINNED_CELLS = 5
const BINS_PER_CELL = 15
/** A kernel narrower than a cell may fall between the centres of cells, where its density is asked for. */
const MIN_EXACT_CELLS = 1

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Returns the reference bandwidth in metres: sqrt((var x + var y) / 2) n^(-1/6), with n - 1 variances; at
 * least 1 m. Worton 1995, adehabitatHR.
 */
export const referenceBandwidth = ({ x, y }: Plane): number => {
  const [meanX, meanY] = [mean(x), mean(y)]
  let squares = 0
  for (let i = 0; i < x.length; i++) squares += (x[i]! - meanX) ** 2 + (y[i]! - meanY) ** 2
  return x.length < 2 ? 1 : Math.max(1, Math.sqrt(squares / 2 / (x.length - 1)) * x.length ** (-1 / 6))
}

const gridOf = ({ x, y }: Plane, bandwidthM: number, cells: number): Grid => {
  const bounds = (values: Float64Array): readonly [number, number] => {
    let low = Infinity
    let high = -Infinity
    for (const value of values) {
      if (value < low) low = value
      if (value > high) high = value
    }
    return [low - MARGIN_BANDWIDTHS * bandwidthM, high + MARGIN_BANDWIDTHS * bandwidthM]
  }
  const [west, east] = bounds(x)
  const [south, north] = bounds(y)
  const side = Math.max(east - west, north - south) / cells
  const count = (extent: number) => Math.min(cells, Math.ceil(extent / side - 1e-9))
  const columns = count(east - west)
  const rows = count(north - south)
  return {
    bandwidthM,
    side,
    columns,
    rows,
    x0: (west + east - columns * side) / 2,
    y0: (south + north - rows * side) / 2
  }
}

/** A grid of bins: those of the density, or finer ones. */
interface Bins {
  readonly side: number
  readonly wide: number
  readonly high: number
  readonly held: Float64Array
}

/** Returns each fix in the bins of the four centres round it, for kernels narrower than a cell. */
const counted = ({ x, y }: Plane, { columns, rows, side, x0, y0 }: Grid): Bins => {
  const held = new Float64Array(columns * rows)
  const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  for (let i = 0; i < x.length; i++) {
    const u = clamp((x[i]! - x0) / side - 0.5, columns)
    const v = clamp((y[i]! - y0) / side - 0.5, rows)
    const [column, row] = [Math.floor(u), Math.floor(v)]
    const [right, up] = [u - column, v - row]
    const at = row * columns + column
    held[at]! += (1 - right) * (1 - up)
    if (right > 0) held[at + 1]! += right * (1 - up)
    if (up > 0) held[at + columns]! += (1 - right) * up
    if (right > 0 && up > 0) held[at + columns + 1]! += right * up
  }
  return { side, wide: columns, high: rows, held }
}

/**
 * What four bins in a row get of a fix that lies `past` the second of them: their mean, variance and skewness
 * are those of the fix.
 */
const shares = (past: number): readonly [number, number, number, number] => [
  (-past * (past - 1) * (past - 2)) / 6,
  ((past + 1) * (past - 1) * (past - 2)) / 2,
  (-(past + 1) * past * (past - 2)) / 2,
  ((past + 1) * past * (past - 1)) / 6
]

/**
 * Returns each fix in sixteen bins round it, an odd number of bins to a side of a cell, so that one lies on
 * its centre. The margin is wider than that.
 */
const shared = ({ x, y }: Plane, { bandwidthM, columns, rows, side: cell, x0, y0 }: Grid): Bins => {
  const fine = 2 * Math.floor(Math.max(0, (BINS_PER_CELL * cell) / bandwidthM - 1e-9) / 2) + 1
  const side = cell / fine,
    wide = columns * fine,
    high = rows * fine
  const held = new Float64Array(wide * high)
  for (let i = 0; i < x.length; i++) {
    const u = (x[i]! - x0) / side - 0.5,
      v = (y[i]! - y0) / side - 0.5
    const column = Math.floor(u),
      row = Math.floor(v)
    const across = shares(u - column),
      up = shares(v - row)
    for (let r = 0; r < 4; r++)
      for (let c = 0; c < 4; c++) held[(row + r - 1) * wide + column + c - 1]! += across[c]! * up[r]!
  }
  return { side, wide, high, held }
}

/**
 * What is in bins, smeared along the rows and along the columns to the centres of the cells; a kernel of this
 * variance, in bins.
 */
const smeared = (
  { held, high, side, wide }: Bins,
  { columns, rows, side: cell }: Grid,
  variance: number
): Float64Array => {
  const fine = Math.round(cell / side),
    centre = (fine - 1) / 2
  const reach = Math.ceil(KERNEL_REACH_BANDWIDTHS * Math.sqrt(variance))
  const kernel = Float64Array.from({ length: reach + 1 }, (_, d) => Math.exp((-d * d) / 2 / variance))
  /** Returns the first and the last of `count` cells whose centre is within reach of a bin. */
  const first = (bin: number) => Math.max(0, Math.ceil((bin - reach - centre) / fine))
  const last = (bin: number, count: number) => Math.min(count - 1, Math.floor((bin + reach - centre) / fine))
  const alongRow = new Float64Array(columns)
  const mass = new Float64Array(columns * rows)
  for (let row = 0; row < high; row++) {
    alongRow.fill(0)
    let isEmpty = true
    for (let bin = 0; bin < wide; bin++) {
      const value = held[row * wide + bin]!
      if (value === 0) continue
      isEmpty = false
      for (let c = first(bin), end = last(bin, columns); c <= end; c++)
        alongRow[c]! += value * kernel[Math.abs(c * fine + centre - bin)]!
    }
    if (isEmpty) continue
    for (let to = first(row), end = last(row, rows); to <= end; to++) {
      const weight = kernel[Math.abs(to * fine + centre - row)]!
      for (let c = 0; c < columns; c++) mass[to * columns + c]! += weight * alongRow[c]!
    }
  }
  return mass
}

const binned = (plane: Plane, grid: Grid): Float64Array => {
  const bins = grid.bandwidthM < grid.side ? counted(plane, grid) : shared(plane, grid)
  const variance = (grid.bandwidthM / bins.side) ** 2
  // sharing out to four centres has smeared the fixes by a variance of side² / 6 on average: narrow kernels
  // have so much less to do
  return smeared(bins, grid, grid.bandwidthM < grid.side ? Math.max(1e-3, variance - 1 / 6) : variance)
}

/**
 * Returns the sum of the kernels at the centre of each cell; a kernel is the product of one along the row and
 * one along the column.
 */
const exact = ({ x, y }: Plane, { bandwidthM, columns, rows, side, x0, y0 }: Grid): Float64Array => {
  const mass = new Float64Array(columns * rows)
  const reach = (KERNEL_REACH_BANDWIDTHS * bandwidthM) / side
  const scale = -((side / bandwidthM) ** 2) / 2
  const alongRow = new Float64Array(columns)
  for (let i = 0; i < x.length; i++) {
    const u = (x[i]! - x0) / side - 0.5
    const v = (y[i]! - y0) / side - 0.5
    const west = Math.max(0, Math.ceil(u - reach))
    const east = Math.min(columns - 1, Math.floor(u + reach))
    const north = Math.min(rows - 1, Math.floor(v + reach))
    for (let c = west; c <= east; c++) alongRow[c] = Math.exp(scale * (c - u) ** 2)
    for (let r = Math.max(0, Math.ceil(v - reach)); r <= north; r++) {
      const weight = Math.exp(scale * (r - v) ** 2)
      const row = r * columns
      for (let c = west; c <= east; c++) mass[row + c]! += weight * alongRow[c]!
    }
  }
  return mass
}

/**
 * Returns the density of the fixes (at least one), unweighted. The grid covers them and three bandwidths
 * round them, with `cells` on its longer side and as many as needed on the other. Sums are exact where a
 * bandwidth has 1 to 5 cells; else fixes are binned, which with narrower bandwidths comes down to counting
 * them.
 */
export const kernelDensity = (plane: Plane, bandwidthM: number, cells: number): Density => {
  const grid = gridOf(plane, bandwidthM, cells)
  const width = bandwidthM / grid.side
  const mass = width >= MIN_EXACT_CELLS && width < MIN_BINNED_CELLS ? exact(plane, grid) : binned(plane, grid)
  let total = 0
  for (const value of mass) total += value
  for (let at = 0; at < mass.length; at++) mass[at]! /= total
  return { ...grid, mass }
}

/**
 * The smallest set of cells that holds `level` (0 to 1) of the density, the one that reaches it included; of
 * equal cells the south-western ones first. Their area is `cells x side²`.
 */
export const isopleth = ({ columns, mass, side, x0, y0 }: Density, level: number): Cells => {
  // all the cells below this together hold less than the rest
  const negligible = (1 - level) / mass.length
  const ascending = mass.filter((value) => value >= negligible).sort()
  let held = 0
  let count = 0
  while (count < ascending.length && held < level) held += ascending[ascending.length - ++count]!
  const least = ascending[ascending.length - count]!
  let ties = 0
  while (ties < count && ascending[ascending.length - count + ties] === least) ties++
  const cells = { x0, y0, side, ix: new Int32Array(count), iy: new Int32Array(count) }
  let chosen = 0
  for (let at = 0; at < mass.length; at++) {
    if (mass[at]! < least || (mass[at] === least && ties-- <= 0)) continue
    cells.ix[chosen] = at % columns
    cells.iy[chosen++] = Math.floor(at / columns)
  }
  return cells
}
