// The residence grid: square cells in a local frame, each with the time spent in it, and the few cells that
// hold half of that time. Specification 2.8, rule 10.
import { makeCellIndex } from "./CellIndex.ts"
import type { Plane } from "./localFrame.ts"

/**
 * Square cells of a plane: cell (ix, iy) reaches from `x0 + ix side`, `y0 + iy side` to the next. Columns of
 * one length, metres.
 */
export interface Cells {
  readonly ix: Int32Array
  readonly iy: Int32Array
  readonly x0: number
  readonly y0: number
  readonly side: number
}

/** The cells that fixes lie in, in the order in which they were first entered. */
interface ResidenceGrid extends Cells {
  /** sum of the weights of the fixes in each cell, in the unit of the weights */
  readonly weight: Float64Array
  readonly fixes: Uint32Array
  /** the cell of each fix */
  readonly cellOf: Uint32Array
}

/**
 * Cells `floor(x / side), floor(y / side)`: the frame's centre is a corner. `weight`: one a fix, such as its
 * time weight.
 */
export const residenceGrid = ({ x, y }: Plane, weight: Float64Array, side: number): ResidenceGrid => {
  const index = makeCellIndex()
  const cellOf = new Uint32Array(x.length)
  for (let i = 0; i < x.length; i++) cellOf[i] = index.add(Math.floor(x[i]! / side), Math.floor(y[i]! / side))
  const count = index.size()
  const grid = {
    x0: 0,
    y0: 0,
    side,
    cellOf,
    ix: new Int32Array(count),
    iy: new Int32Array(count),
    weight: new Float64Array(count),
    fixes: new Uint32Array(count)
  }
  for (let i = 0; i < x.length; i++) {
    const cell = cellOf[i]!
    grid.ix[cell] = Math.floor(x[i]! / side)
    grid.iy[cell] = Math.floor(y[i]! / side)
    grid.weight[cell]! += weight[i]!
    grid.fixes[cell]!++
  }
  return grid
}

/**
 * Returns the cells that together hold `share` of the weight, the heaviest first (of equal ones by ix, then
 * iy), the one that reaches the share included. Cells without weight are never among them; without any weight
 * there are none.
 */
export const hotspots = ({ ix, iy, weight }: ResidenceGrid, share = 0.5): Uint32Array => {
  const order = Uint32Array.from(weight.keys()).filter((cell) => weight[cell]! > 0)
  order.sort((a, b) => weight[b]! - weight[a]! || ix[a]! - ix[b]! || iy[a]! - iy[b]!)
  let total = 0
  for (const cell of order) total += weight[cell]!
  let held = 0
  let count = 0
  while (count < order.length && held < share * total) held += weight[order[count++]!]!
  return order.slice(0, count)
}

/** Some of the cells, in the order asked for, for `cellUnion`. */
export const pick = ({ ix, iy, side, x0, y0 }: Cells, among: Uint32Array): Cells => ({
  x0,
  y0,
  side,
  ix: Int32Array.from(among, (cell) => ix[cell]!),
  iy: Int32Array.from(among, (cell) => iy[cell]!)
})
