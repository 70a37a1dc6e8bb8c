// Where a subject spent its time: the residence grid, how often it came back to each cell, and the cells that
// hold half of its time. Specification 2.8, rule 10.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import { cellUnion } from "../space/cellUnion.ts"
import { hotspots, pick, residenceGrid } from "../space/grid.ts"
import { type LocalFrame, type Plane, toPlaces } from "../space/localFrame.ts"
import { visitsByCell } from "../space/visits.ts"

/** Hotspot is a set of hotspot cells that share sides. */
interface Hotspot {
  readonly shape: Shape
  readonly areaM2: number
  readonly cells: number
  readonly hours: number
  readonly fixes: number
  /** to its cells, added up */
  readonly visits: number
}

/** TopCell is a cell among those with the most time. */
interface TopCell {
  readonly ix: number
  readonly iy: number
  /** of its middle */
  readonly lon: number
  readonly lat: number
  readonly hours: number
  readonly fixes: number
  readonly visits: number
}

/** Residence is a subject's residence grid in figures, its hotspots and top cells. */
export interface Residence {
  readonly cells: number
  readonly hours: number
  readonly visits: number
  readonly mostVisits: number
  readonly revisitedCells: number
  readonly hotspotCells: number
  /** most hours first */
  readonly hotspots: ReadonlyArray<Hotspot>
  readonly top: ReadonlyArray<TopCell>
}

/** MAX_TOP_CELLS is how many cells with the most time are listed. */
const MAX_TOP_CELLS = 20

/** Computes the residence grid; `hours` is the time weight by fix. */
export const residenceOf = (
  frame: LocalFrame,
  plane: Plane,
  hours: Float64Array,
  time: Float64Array,
  cellM: number,
  revisitHours: number
): Residence => {
  const grid = residenceGrid(plane, hours, cellM)
  const count = grid.ix.length
  const visits = visitsByCell(grid.cellOf, count, time, revisitHours * 3_600_000)
  const hot = hotspots(grid)
  const spots = cellUnion(frame, pick(grid, hot)).map(({ areaM2, members, shape }): Hotspot => {
    let held = 0,
      fixes = 0,
      came = 0
    for (const member of members) {
      const cell = hot[member]!
      held += grid.weight[cell]!
      fixes += grid.fixes[cell]!
      came += visits[cell]!
    }
    return { shape, areaM2, cells: members.length, hours: held, fixes, visits: came }
  })
  const order = Uint32Array.from({ length: count }, (_, i) => i)
    .sort(
      (a, b) => grid.weight[b]! - grid.weight[a]! || grid.ix[a]! - grid.ix[b]! || grid.iy[a]! - grid.iy[b]!
    )
    .subarray(0, MAX_TOP_CELLS)
  const middles = toPlaces(frame, {
    x: Float64Array.from(order, (cell) => (grid.ix[cell]! + 0.5) * cellM),
    y: Float64Array.from(order, (cell) => (grid.iy[cell]! + 0.5) * cellM)
  })
  return {
    cells: count,
    hours: hours.reduce((sum, h) => sum + h, 0),
    visits: visits.reduce((sum, v) => sum + v, 0),
    mostVisits: visits.reduce((most, v) => Math.max(most, v), 0),
    revisitedCells: visits.reduce((sum, v) => sum + (v > 1 ? 1 : 0), 0),
    hotspotCells: hot.length,
    hotspots: spots
      .map((spot, at) => ({ spot, at }))
      .sort((a, b) => b.spot.hours - a.spot.hours || a.at - b.at)
      .map(({ spot }) => spot),
    top: Array.from(order, (cell, i) => ({
      ix: grid.ix[cell]!,
      iy: grid.iy[cell]!,
      lon: middles.lon[i]!,
      lat: middles.lat[i]!,
      hours: grid.weight[cell]!,
      fixes: grid.fixes[cell]!,
      visits: visits[cell]!
    }))
  }
}
