// A result as a picture for a row of a list: outlines of home ranges, or bars of the areas by use. The data of a
// picture are a few hundred bytes, so that a list can have them without its documents.
import type { AnalysisGeometry } from "../domain/analysis/Geometry.ts"
import type { Preview } from "../domain/analysis/Preview.ts"
import {
  MAX_PREVIEW_BARS,
  MAX_PREVIEW_CORNERS,
  MAX_PREVIEW_OUTLINES,
  PREVIEW_HEIGHT_PX,
  PREVIEW_WIDTH_PX
} from "../domain/analysis/previewBounds.ts"
import type { ResultDocument } from "../domain/analysis/Result.ts"
import { el, type FigureNode, px, svg } from "./FigureNode.ts"
import { linesOf } from "./map/frame.ts"
import { projectionOf } from "./projection.ts"

type Ring = ReadonlyArray<ReadonlyArray<number>>

const largestRing = ({ geom }: AnalysisGeometry): Ring =>
  linesOf(geom).lines.reduce<Ring>((most, ring) => (ring.length > most.length ? ring : most), [])

/** Takes every n-th corner, so that few are left. */
const thinned = (ring: Ring): Ring => {
  const every = Math.ceil(ring.length / MAX_PREVIEW_CORNERS)
  return ring.filter((_, at) => at % every === 0)
}

const outlinesOf = (geometries: ReadonlyArray<AnalysisGeometry>): Preview | null => {
  const own = geometries.filter((g) => g.properties["period"] === "main" && linesOf(g.geom).closed)
  const ranges = own.filter(({ kind }) => kind === "kde").toSorted((a, b) => b.level! - a.level!)
  const polygons = own.filter(({ kind }) => kind === "mcp")
  const shapes = (ranges.length > 0 ? ranges : polygons).slice(0, MAX_PREVIEW_OUTLINES)
  const projection = projectionOf(shapes.flatMap(largestRing), PREVIEW_WIDTH_PX - 2, PREVIEW_HEIGHT_PX - 2)
  if (projection === null) return null
  const { height, width, x, y } = projection
  const left = (PREVIEW_WIDTH_PX - width) / 2,
    top = (PREVIEW_HEIGHT_PX - height) / 2
  return {
    kind: "outlines",
    outlines: shapes.map((shape) => ({
      level: shape.level,
      corners: thinned(largestRing(shape)).flatMap(([lon, lat]) => [px(left + x(lon!)), px(top + y(lat!))])
    }))
  }
}

const barsOf = (document: ResultDocument): Preview | null => {
  const use = document.charts.find(({ key }) => key === "animal_days_per_ha")?.series[0]?.y ?? []
  const values = use.map((value) => value ?? 0).slice(0, MAX_PREVIEW_BARS)
  const most = Math.max(...values, 0)
  return most === 0
    ? null
    : { kind: "bars", shares: values.map((value) => Number((value / most).toFixed(2))) }
}

/** Returns what a result looks like in small; null: there is nothing to show. */
export const previewOf = (
  document: ResultDocument,
  geometries: ReadonlyArray<AnalysisGeometry>
): Preview | null => barsOf(document) ?? outlinesOf(geometries)

/** Draws a picture, with at most a dozen elements. */
export const drawPreview = (preview: Preview): FigureNode =>
  svg(
    "",
    PREVIEW_WIDTH_PX,
    PREVIEW_HEIGHT_PX,
    ...(preview.kind === "bars"
      ? preview.shares.map((share, at) => {
          const row = PREVIEW_HEIGHT_PX / Math.max(3, preview.shares.length)
          return el("rect", {
            className: "fill ink-preview",
            x: 0,
            y: px(at * row),
            width: px(Math.max(1, share * PREVIEW_WIDTH_PX)),
            height: px(row * 0.72),
            fillOpacity: (0.45 + 0.55 * share).toFixed(2)
          })
        })
      : preview.outlines.map(({ corners, level }) => {
          const path = corners.map((value, at) =>
            at % 2 === 0 ? `${at === 0 ? "M" : "L"}${value}` : ` ${value}`
          )
          return el("path", {
            className: "shape ink-preview",
            d: `${path.join("")}Z`,
            fillOpacity: level === null ? 0 : level > 0.5 ? 0.2 : 0.5,
            strokeWidth: level === 0.5 ? 0 : 0.8,
            ...(level === null ? { strokeDasharray: "2 1.5" } : {})
          })
        }))
  )
