// Stability of the home range: its area from the fixes of the first day, of the first two, and so on. A curve that
// still rises says that the animal was tracked too short.
import { quantile } from "../stats/quantile.ts"
import { minimumConvexPolygon } from "../space/hull.ts"
import { referenceBandwidth } from "../space/kernelDensity.ts"
import type { LocalFrame, Plane } from "../space/localFrame.ts"

/** Stability is the area of the home range by the days tracked. */
export interface Stability {
  /** since the first fix */
  readonly days: ReadonlyArray<number>
  /** hectares; NaN where the fixes so far are fewer than 30 or the method is off */
  readonly mcp: ReadonlyArray<number>
  readonly kde95: ReadonlyArray<number>
}

/** MAX_POINTS is how many points the curve has. */
const MAX_POINTS = 10
const DAY_MS = 86_400_000
const SQUARE_METRES_PER_HECTARE = 10_000
/** GRID_CELLS is how many cells the coarse grid has along each side. */
const GRID_CELLS = 64

/**
 * Returns the 95% area on a coarse grid: linear binning, two convolutions, smallest set of cells. Binning
 * spreads a fix by the variance of a triangle, side² / 6, which the bandwidth gives back.
 */
export const coarseKernelArea = ({ x, y }: Plane, bandwidth: number): number => {
  let west = Infinity,
    east = -Infinity,
    south = Infinity,
    north = -Infinity
  for (let i = 0; i < x.length; i++) {
    west = Math.min(west, x[i]!)
    east = Math.max(east, x[i]!)
    south = Math.min(south, y[i]!)
    north = Math.max(north, y[i]!)
  }
  const side = (Math.max(east - west, north - south) + 6 * bandwidth) / (GRID_CELLS - 2)
  const columns = Math.min(GRID_CELLS, Math.ceil((east - west + 6 * bandwidth) / side) + 2),
    rows = Math.min(GRID_CELLS, Math.ceil((north - south + 6 * bandwidth) / side) + 2)
  const left = (west + east - columns * side) / 2,
    bottom = (south + north - rows * side) / 2
  const mass = new Float64Array(columns * rows)
  for (let i = 0; i < x.length; i++) {
    const u = (x[i]! - left) / side - 0.5,
      v = (y[i]! - bottom) / side - 0.5
    const column = Math.floor(u),
      row = Math.floor(v)
    const at = row * columns + column,
      du = u - column,
      dv = v - row
    mass[at]! += (1 - du) * (1 - dv)
    mass[at + 1]! += du * (1 - dv)
    mass[at + columns]! += (1 - du) * dv
    mass[at + columns + 1]! += du * dv
  }
  const sigma = Math.sqrt(Math.max(0.04, (bandwidth / side) ** 2 - 1 / 6))
  const reach = Math.ceil(4 * sigma)
  const taps = Float64Array.from({ length: reach + 1 }, (_, d) => Math.exp(-(d * d) / (2 * sigma * sigma)))
  const across = new Float64Array(mass.length),
    density = new Float64Array(mass.length)
  const convolve = (
    from: Float64Array,
    to: Float64Array,
    lines: number,
    line: number,
    cells: number,
    step: number
  ): void => {
    for (let l = 0; l < lines; l++) {
      for (let c = 0; c < cells; c++) {
        const value = from[l * line + c * step]!
        if (value === 0) continue
        for (let d = Math.max(0, c - reach), end = Math.min(cells - 1, c + reach); d <= end; d++)
          to[l * line + d * step]! += value * taps[Math.abs(d - c)]!
      }
    }
  }
  convolve(mass, across, rows, columns, columns, 1)
  convolve(across, density, columns, 1, rows, columns)
  density.sort()
  const total = density.reduce((sum, value) => sum + value, 0)
  let held = 0,
    cells = 0
  while (held < 0.95 * total) held += density[density.length - ++cells]!
  return (cells * side * side) / SQUARE_METRES_PER_HECTARE
}

/**
 * At most 10 points evenly over the days tracked; the last one is the home range itself, given as `mcpHa` and
 * `kde95Ha` (NaN: off). The points before it take the kernel from a coarser grid.
 */
export const stabilityOf = (
  frame: LocalFrame,
  { x, y }: Plane,
  time: Float64Array,
  {
    bandwidthM,
    kde95Ha,
    mcpHa,
    mcpPercent,
    minFixes
  }: {
    readonly mcpHa: number
    readonly kde95Ha: number
    readonly mcpPercent: number
    readonly bandwidthM: number | null
    readonly minFixes: number
  }
): Stability => {
  const span = (time.at(-1)! - time[0]!) / DAY_MS
  const points = Math.max(1, Math.min(MAX_POINTS, Math.floor(span)))
  const days: Array<number> = [],
    mcp: Array<number> = [],
    kde95: Array<number> = []
  for (let point = 1, fixes = 0; point < points; point++) {
    const day = quantile(Float64Array.of(0, span), point / points)
    while (time[fixes]! <= time[0]! + day * DAY_MS) fixes++
    const plane = { x: x.subarray(0, fixes), y: y.subarray(0, fixes) }
    const isEnough = fixes >= minFixes
    days.push(day)
    mcp.push(
      isEnough && !Number.isNaN(mcpHa)
        ? minimumConvexPolygon(frame, plane, mcpPercent).areaM2 / SQUARE_METRES_PER_HECTARE
        : Number.NaN
    )
    kde95.push(
      isEnough && !Number.isNaN(kde95Ha)
        ? coarseKernelArea(plane, bandwidthM ?? referenceBandwidth(plane))
        : Number.NaN
    )
  }
  return { days: [...days, span], mcp: [...mcp, mcpHa], kde95: [...kde95, kde95Ha] }
}
