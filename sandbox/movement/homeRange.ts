// The area a subject used: its minimum convex polygon, and the isopleths of its kernel density. Specification
// 2.8, rules 12 to 14.
import type { Shape } from "../../src/domain/analysis/Geometry.ts"
import type { MovementParameters } from "../../src/domain/analysis/modules/movement.ts"
import { cellUnion, collectPolygons } from "../space/cellUnion.ts"
import { type Hull, minimumConvexPolygon } from "../space/hull.ts"
import { isopleth, kernelDensity, referenceBandwidth } from "../space/kernelDensity.ts"
import type { LocalFrame, Plane } from "../space/localFrame.ts"

/** ISOPLETH_LEVELS are the shares of the density that the isopleths enclose. */
export const ISOPLETH_LEVELS = [0.5, 0.95] as const

/** Isopleth is the smallest set of cells that holds a share of the density. */
interface Isopleth {
  readonly level: number
  readonly shape: Shape
  /** of its cells, in the equal-area plane */
  readonly areaM2: number
  readonly cells: number
  readonly parts: number
}

/** Kernel is a kernel density: its bandwidth, its grid and its isopleths. */
interface Kernel {
  readonly bandwidthM: number
  /** metres; the side of a grid cell */
  readonly side: number
  readonly columns: number
  readonly rows: number
  readonly isopleths: ReadonlyArray<Isopleth>
}

/** HomeRange is the area a subject used, by the methods of the run. */
export interface HomeRange {
  /** null: not asked for */
  readonly mcp: (Hull & { readonly kept: number }) | null
  readonly kernel: Kernel | null
}

type Asked = Pick<MovementParameters, "methods" | "mcp_percent" | "kde_bandwidth_m" | "kde_grid">

const kernelOf = (frame: LocalFrame, plane: Plane, { kde_bandwidth_m, kde_grid }: Asked): Kernel => {
  const density = kernelDensity(plane, kde_bandwidth_m ?? referenceBandwidth(plane), kde_grid)
  const isopleths = ISOPLETH_LEVELS.flatMap((level) => {
    const cells = isopleth(density, level)
    const polygons = cellUnion(frame, cells)
    const shape = collectPolygons(polygons.map((p) => p.shape))
    return shape === null
      ? []
      : [
          {
            level,
            shape,
            areaM2: cells.ix.length * cells.side ** 2,
            cells: cells.ix.length,
            parts: polygons.length
          }
        ]
  })
  return {
    bandwidthM: density.bandwidthM,
    side: density.side,
    columns: density.columns,
    rows: density.rows,
    isopleths
  }
}

/** Of at least 30 fixes in the plane of the frame. */
export const homeRangeOf = (frame: LocalFrame, plane: Plane, asked: Asked): HomeRange => {
  const mcp = asked.methods.includes("mcp") ? minimumConvexPolygon(frame, plane, asked.mcp_percent) : null
  return {
    mcp: mcp === null ? null : { shape: mcp.shape, areaM2: mcp.areaM2, kept: mcp.kept.length },
    kernel: asked.methods.includes("kde") ? kernelOf(frame, plane, asked) : null
  }
}
