// The shapes of a result as maps in SVG, one for each period: no tiles, north up, true to scale in the
// middle.
import type { AnalysisGeometry, GeometryKind } from "../../domain/analysis/Geometry.ts"
import { type Frame, frameOf, MAX_MAP_HEIGHT, linesOf, MARGIN } from "./frame.ts"
import { el, type FigureNode, px, svg } from "../FigureNode.ts"
import type { Figure, LegendEntry } from "../Figure.ts"
import { brief, inkOf } from "../ink.ts"
import { drawLabels } from "./mapLabels.ts"

/** The width of one map alone, and of each of two side by side. */
const WIDE_MAP_WIDTH = 1120,
  HALF_MAP_WIDTH = 550

/** How a kind is drawn, from the back to the front, and what the key calls it. */
const inks: Readonly<
  Record<
    GeometryKind,
    { readonly fill: number; readonly stroke: FigureNode["attributes"]; readonly word: string }
  >
> = {
  area_use: { fill: 0.1, stroke: { strokeWidth: 1.2 }, word: "area, darker with more use per hectare" },
  track_summary: { fill: 0, stroke: { strokeWidth: 0.5, strokeOpacity: 0.55 }, word: "track" },
  kde: { fill: 0.1, stroke: { strokeWidth: 0.8 }, word: "kernel density, 95% and 50%" },
  mcp: { fill: 0, stroke: { strokeWidth: 1.1, strokeDasharray: "5 3" }, word: "minimum convex polygon" },
  cluster: { fill: 0.25, stroke: { strokeWidth: 0.5 }, word: "cluster" },
  hotspot: { fill: 0.55, stroke: { strokeWidth: 0.6 }, word: "hotspot: half of the time" }
}
const kinds = Object.keys(inks) as ReadonlyArray<GeometryKind> // the keys of the record above

/** Returns a round length for the scale bar: about a fifth of the map. */
const scaleOf = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres / 5))
  return [5, 2, 1].map((m) => m * power).find((s) => s <= metres / 5) ?? power
}

/** Returns a shape's popup in words. */
const titleOf = ({ label, properties }: AnalysisGeometry): string =>
  [
    label,
    ...Object.entries(properties)
      .filter(([key, value]) => value !== null && key !== "period" && !key.endsWith("_id"))
      // a database keeps members in an order of its own
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `${key}: ${typeof value === "number" ? brief(value) : String(value)}`)
  ].join("\n")

const useOf = ({ properties }: AnalysisGeometry): number => Number(properties["animal_days_per_ha"] ?? 0)

const inkOfShape = ({ kind, subject_id }: AnalysisGeometry, subjects: ReadonlyArray<string>): string =>
  subject_id !== null ? inkOf(subjects.indexOf(subject_id)) : kind === "area_use" ? "ink-area" : "ink-spot"

const pathOf = ({ geom }: AnalysisGeometry, frame: Frame): string => {
  const { closed, lines } = linesOf(geom)
  return lines
    .map(
      (line) =>
        line
          .map(([lon, lat], i) => `${i === 0 ? "M" : "L"}${px(frame.x(lon!))} ${px(frame.y(lat!))}`)
          .join("") + (closed ? "Z" : line.length === 1 ? "h.1" : "")
    )
    .join("")
}

const drawScaleBar = ({ high, unit, wide }: Frame): ReadonlyArray<FigureNode> => {
  const metres = scaleOf(Math.min(wide, MAX_MAP_HEIGHT) / unit),
    long = metres * unit
  return [
    el("path", { className: "scale", d: `M${MARGIN} ${high - 12}v4h${px(long)}v-4` }),
    el(
      "text",
      { x: px(MARGIN + long + 6), y: high - 8 },
      metres >= 1000 ? `${metres / 1000} km` : `${metres} m`
    )
  ]
}

/** Draws one map. `most`: the greatest use of an area, for which the ink is darkest. */
const drawMap = (
  shapes: ReadonlyArray<AnalysisGeometry>,
  frame: Frame,
  subjects: ReadonlyArray<string>,
  most: number,
  title: string
): FigureNode => {
  const drawn = kinds
    .flatMap((kind) => shapes.filter((s) => s.kind === kind))
    .map((shape) => {
      const { fill, stroke } = inks[shape.kind]
      // by the root, so that little use differs from none beside much use
      const opacity = shape.kind === "area_use" ? 0.04 + 0.55 * Math.sqrt(useOf(shape) / most) : fill
      const isFilled = linesOf(shape.geom).closed && opacity > 0
      return el(
        "path",
        {
          className: `shape ${inkOfShape(shape, subjects)}${isFilled ? "" : " open"}`,
          d: pathOf(shape, frame),
          fillOpacity: opacity.toFixed(2),
          ...stroke
        },
        el("title", {}, titleOf(shape))
      )
    })
  const areas = shapes.filter((s) => s.kind === "area_use")
  return svg(title, frame.wide, frame.high, ...drawn, ...drawLabels(areas, frame), ...drawScaleBar(frame))
}

const keyOfKind = (kind: GeometryKind, geometries: ReadonlyArray<AnalysisGeometry>): LegendEntry => {
  const { fill, stroke, word } = inks[kind]
  const ink =
    kind === "area_use"
      ? "ink-area"
      : kind === "hotspot" && geometries.every((g) => g.subject_id === null)
        ? "ink-spot"
        : "ink-text"
  return {
    label: word,
    key: svg(
      "",
      22,
      10,
      el("rect", {
        className: `shape ${ink}`,
        x: 1,
        y: 1,
        width: 20,
        height: 8,
        fillOpacity: fill,
        ...stroke
      })
    )
  }
}

/** The maps of a result, and the key of their shapes. */
interface Maps {
  readonly figures: ReadonlyArray<Figure>
  readonly legend: ReadonlyArray<LegendEntry>
}

/**
 * Draws the maps of a result, one for each period, subjects in the colours of the charts. No figure without a
 * shape.
 */
export const drawMaps = (
  geometries: ReadonlyArray<AnalysisGeometry>,
  subjects: ReadonlyArray<string>
): Maps => {
  const periods = [...new Set(geometries.map((g) => g.properties["period"]))]
  const frame = frameOf(geometries, periods.length === 1 ? WIDE_MAP_WIDTH : HALF_MAP_WIDTH)
  if (frame === null) return { figures: [], legend: [] }
  const most = geometries.reduce((top, shape) => Math.max(top, useOf(shape)), 0) || 1
  return {
    figures: periods.map((period) => {
      const title =
        periods.length === 1 ? "Map" : period === "main" ? "Map of the main period" : "Map of the comparison"
      const shapes = geometries.filter((g) => g.properties["period"] === period)
      return {
        key: periods.length === 1 ? "map" : `map/${String(period)}`,
        title,
        unit: null,
        svg: drawMap(shapes, frame, subjects, most, title),
        legend: [],
        note: null,
        isWide: periods.length === 1,
        plot: null
      }
    }),
    legend: kinds
      .filter((kind) => geometries.some((g) => g.kind === kind))
      .map((kind) => keyOfKind(kind, geometries))
  }
}
