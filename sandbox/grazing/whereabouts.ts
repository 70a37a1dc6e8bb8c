// The parts of an area that the animals used: the residence cells of all of them together. Specification 2.6
// (residence grid inside areas).
import { type Cells, hotspots, pick, residenceGrid } from "../space/grid.ts"
import type { Plane } from "../space/localFrame.ts"
import type { Pasture } from "./areas.ts"
import { gini } from "./evenness.ts"

/** Whereabouts are the used cells of an area, its hotspots, and how evenly it was used. */
export interface Whereabouts {
  /** cells with fixes */
  readonly usedCells: number
  /** cells of the area's size; some of its own are cut by its border */
  readonly cells: number
  /** those that together hold half of the animal-hours, the heaviest first */
  readonly hotspots: Cells & { readonly hours: Float64Array }
  /** of the animal-hours over the area's cells: 0 even, towards 1 all in one place; NaN without use */
  readonly gini: number
}

/** AnimalInside is one animal's fixes: of the whole track in the frame of the run, and those inside the area. */
interface AnimalInside {
  readonly plane: Plane
  readonly hours: Float64Array
  readonly inside: Uint32Array
}

/** Computes the residence cells of all animals together in an area. */
export const whereaboutsOf = (
  animals: ReadonlyArray<AnimalInside>,
  { areaM2 }: Pick<Pasture, "areaM2">,
  cellM: number
): Whereabouts => {
  const count = animals.reduce((sum, { inside }) => sum + inside.length, 0)
  const plane = { x: new Float64Array(count), y: new Float64Array(count) }
  const hours = new Float64Array(count)
  let at = 0
  for (const animal of animals) {
    for (const fix of animal.inside) {
      plane.x[at] = animal.plane.x[fix]!
      plane.y[at] = animal.plane.y[fix]!
      hours[at++] = animal.hours[fix]!
    }
  }
  const grid = residenceGrid(plane, hours, cellM)
  const hot = hotspots(grid)
  const cells = Math.max(grid.ix.length, Math.round(areaM2 / cellM ** 2))
  return {
    usedCells: grid.ix.length,
    cells,
    hotspots: { ...pick(grid, hot), hours: Float64Array.from(hot, (cell) => grid.weight[cell]!) },
    gini: gini(grid.weight, cells)
  }
}
