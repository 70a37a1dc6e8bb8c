// The shapes of a result as maps in SVG, one for each period: no tiles, north up, true to scale in the
// middle.
import type { AnalysisGeometry, GeometryKind } from "../../domain/analysis/Geometry.ts"
import { type Frame, frameOf, HIGH, linesOf, MARGIN } from "./frame.ts"
import { brief, colourOf, escape, px } from "./ink.ts"
import { labelsOf } from "./mapLabels.ts"

/** One map alone, and one of two beside each other. */
const WIDE = 1120,
  HALF = 550

/** How a kind is drawn, from the back to the front, and what the key calls it. */
const inks: Readonly<
  Record<GeometryKind, { readonly fill: number; readonly stroke: string; readonly word: string }>
> = {
  area_use: { fill: 0.1, stroke: `stroke-width="1.2"`, word: "area, darker with more use per hectare" },
  track_summary: { fill: 0, stroke: `stroke-width="0.5" stroke-opacity="0.55"`, word: "track" },
  kde: { fill: 0.1, stroke: `stroke-width="0.8"`, word: "kernel density, 95% and 50%" },
  mcp: { fill: 0, stroke: `stroke-width="1.1" stroke-dasharray="5 3"`, word: "minimum convex polygon" },
  cluster: { fill: 0.25, stroke: `stroke-width="0.5"`, word: "cluster" },
  hotspot: { fill: 0.55, stroke: `stroke-width="0.6"`, word: "hotspot: half of the time" }
}
const kinds = Object.keys(inks) as ReadonlyArray<GeometryKind> // the keys of the record above

/** What is of no subject's colour. */
const AREA = "#5b5340",
  SPOT = "#d55e00"

/** A round length for the scale bar: about a fifth of the map. */
const scaleOf = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres / 5))
  return [5, 2, 1].map((m) => m * power).find((s) => s <= metres / 5) ?? power
}

/** A shape's popup in words. */
const titleOf = ({ label, properties }: AnalysisGeometry): string =>
  [
    label,
    ...Object.entries(properties)
      .filter(([key, value]) => value !== null && key !== "period" && !key.endsWith("_id"))
      .map(([key, value]) => `${key}: ${typeof value === "number" ? brief(value) : String(value)}`)
  ].join("\n")

const useOf = ({ properties }: AnalysisGeometry): number => Number(properties["animal_days_per_ha"] ?? 0)

/** `most`: the greatest use of an area, for which the ink is darkest. */
const drawOne = (
  shapes: ReadonlyArray<AnalysisGeometry>,
  frame: Frame,
  subjects: ReadonlyArray<string>,
  most: number,
  title: string
): string => {
  const drawn = kinds
    .flatMap((kind) => shapes.filter((s) => s.kind === kind))
    .map((shape) => {
      const { geom, kind, subject_id } = shape
      const { closed, lines } = linesOf(geom)
      const colour =
        subject_id !== null
          ? colourOf(Math.max(0, subjects.indexOf(subject_id)))
          : kind === "area_use"
            ? AREA
            : SPOT
      const path = lines
        .map(
          (line) =>
            line
              .map(([lon, lat], i) => `${i === 0 ? "M" : "L"}${px(frame.x(lon!))} ${px(frame.y(lat!))}`)
              .join("") + (closed ? "Z" : line.length === 1 ? "h.1" : "")
        )
        .join("")
      const { fill, stroke } = inks[kind]
      // by the root, so that little use differs from none beside much use
      const opacity = kind === "area_use" ? 0.04 + 0.55 * Math.sqrt(useOf(shape) / most) : fill
      return (
        `<path d="${path}" fill="${closed && opacity > 0 ? colour : "none"}" ` +
        `fill-opacity="${opacity.toFixed(2)}" fill-rule="evenodd" ` +
        `stroke="${colour}" ${stroke}><title>${escape(titleOf(shape))}</title></path>`
      )
    })
  const { high, unit, wide } = frame
  const bar = scaleOf(Math.min(wide, HIGH) / unit),
    long = bar * unit
  const scale =
    `<path d="M${MARGIN} ${high - 12}v4h${px(long)}v-4" fill="none" stroke="#333" ` +
    `stroke-width="1.5"/><text x="${px(MARGIN + long + 6)}" ` +
    `y="${high - 8}">${bar >= 1000 ? `${bar / 1000} km` : `${bar} m`}</text>`
  const caption = title === "" ? "" : `<figcaption>${escape(title)}</figcaption>`
  const labels = labelsOf(
    shapes.filter((s) => s.kind === "area_use"),
    frame
  )
  return (
    `<figure class="map">${caption}<svg viewBox="0 0 ${wide} ${high}" ` +
    `style="width:${wide}px;max-width:100%" role="img" aria-label="${escape(title || "Map")}">` +
    `${drawn.join("")}${labels}${scale}</svg></figure>`
  )
}

/** The maps of a result, subjects in the colours of the charts; empty without a shape. */
export const drawMaps = (
  geometries: ReadonlyArray<AnalysisGeometry>,
  subjects: ReadonlyArray<string>
): string => {
  const periods = [...new Set(geometries.map((g) => g.properties["period"]))]
  const frame = frameOf(geometries, periods.length === 1 ? WIDE : HALF)
  if (frame === null) return ""
  const most = geometries.reduce((top, shape) => Math.max(top, useOf(shape)), 0) || 1
  const maps = periods.map((period) =>
    drawOne(
      geometries.filter((g) => g.properties["period"] === period),
      frame,
      subjects,
      most,
      periods.length === 1 ? "" : period === "main" ? "Map of the main period" : "Map of the comparison"
    )
  )
  const key = kinds
    .filter((kind) => geometries.some((g) => g.kind === kind))
    .map((kind) => {
      const { fill, stroke } = inks[kind],
        ink =
          kind === "area_use"
            ? AREA
            : kind === "hotspot" && geometries.every((g) => g.subject_id === null)
              ? SPOT
              : "#333"
      return (
        `<li><svg class="key" viewBox="0 0 22 10"><rect x="1" y="1" width="20" height="8" fill="${ink}" ` +
        `fill-opacity="${fill}" stroke="${ink}" ${stroke}/></svg>${escape(inks[kind].word)}</li>`
      )
    })
  return `<div class="maps">${maps.join("")}</div><ul class="legend">${key.join("")}</ul>`
}
