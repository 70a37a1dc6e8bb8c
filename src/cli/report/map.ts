// The shapes of a result as maps in SVG, one for each period: no tiles, north up, true to scale in the
// middle.
import type { AnalysisGeometry, GeometryKind, Shape } from "../../domain/analysis/Geometry.ts"
import { brief, colourOf, escape, px, short } from "./ink.ts"

/** Most of a map; two lie beside each other. */
const HIGH = 620,
  WIDE = 1120,
  HALF = 550
/** Least, for the scale bar. */
const NARROW = 240
const MARGIN = 14
const FOOT = 26

type Position = ReadonlyArray<number>

/** Every line of a shape; polygons are closed ones. */
const linesOf = (
  shape: Shape
): { readonly closed: boolean; readonly lines: ReadonlyArray<ReadonlyArray<Position>> } => {
  switch (shape.type) {
    case "Point":
      return { closed: false, lines: [[shape.coordinates]] }
    case "LineString":
      return { closed: false, lines: [shape.coordinates] }
    case "MultiLineString":
      return { closed: false, lines: shape.coordinates }
    case "Polygon":
      return { closed: true, lines: shape.coordinates }
    case "MultiPolygon":
      return { closed: true, lines: shape.coordinates.flat() }
  }
}

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

interface Frame {
  readonly x: (lon: number) => number
  readonly y: (lat: number) => number
  readonly wide: number
  readonly high: number
  /** of the map for a metre */
  readonly unit: number
}

/**
 * One frame for all shapes, so that the maps of two periods can be laid beside each other; null without a
 * place.
 */
const frameOf = (geometries: ReadonlyArray<AnalysisGeometry>, most: number): Frame | null => {
  const points = geometries.flatMap((g) => linesOf(g.geom).lines.flat())
  const first = points[0]?.[0]
  if (first === undefined) return null
  /** longitudes on the side of the first, so that the antimeridian does not tear the map */
  const near = (lon: number) => (lon - first > 180 ? lon - 360 : lon - first < -180 ? lon + 360 : lon)
  let west = Infinity,
    east = -Infinity,
    south = Infinity,
    north = -Infinity
  for (const [lon, lat] of points) {
    west = Math.min(west, near(lon!))
    east = Math.max(east, near(lon!))
    south = Math.min(south, lat!)
    north = Math.max(north, lat!)
  }
  const squeeze = Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180))
  const width = Math.max((east - west) * squeeze, 1e-6),
    height = Math.max(north - south, 1e-6)
  const scale = Math.min((most - 2 * MARGIN) / width, (HIGH - 2 * MARGIN) / height)
  return {
    x: (lon) => MARGIN + (near(lon) - west) * squeeze * scale,
    y: (lat) => MARGIN + (north - lat) * scale,
    unit: scale / 111_195,
    wide: Math.max(NARROW, Math.ceil(width * scale + 2 * MARGIN)),
    high: Math.ceil(height * scale + 2 * MARGIN) + FOOT
  }
}

/** The centre of the largest ring, where a name may stand. */
const middleOf = (shape: Shape, { x, y }: Frame): readonly [number, number] => {
  let best: readonly [area: number, x: number, y: number] = [0, 0, 0]
  for (const ring of linesOf(shape).lines) {
    let twice = 0,
      cx = 0,
      cy = 0
    ring.slice(1).forEach(([lon, lat], i) => {
      const [ax, ay, bx, by] = [x(ring[i]![0]!), y(ring[i]![1]!), x(lon!), y(lat!)]
      const cross = ax * by - bx * ay
      twice += cross
      cx += (ax + bx) * cross
      cy += (ay + by) * cross
    })
    if (Math.abs(twice) > best[0]) best = [Math.abs(twice), cx / (3 * twice), cy / (3 * twice)]
  }
  return [best[1], best[2]]
}

const LINE = 13,
  LETTER = 6

/** Names and use of areas; one that would lie on another moves down. */
const labelsOf = (areas: ReadonlyArray<AnalysisGeometry>, frame: Frame): string => {
  const taken: Array<readonly [left: number, right: number, top: number]> = []
  return areas
    .map(({ geom, label, properties }) => {
      const name = short(label, 26),
        half = (name.length * LETTER) / 2
      const [cx, cy] = middleOf(geom, frame)
      const x = Math.min(frame.wide - half - 4, Math.max(half + 4, cx))
      let y = cy
      while (
        taken.some(
          ([left, right, top]) => x - half < right && x + half > left && Math.abs(y - top) < 2 * LINE
        )
      )
        y += LINE
      taken.push([x - half, x + half, y])
      const use = properties["animal_days_per_ha"]
      return (
        `<g class="label" text-anchor="middle"><text x="${px(x)}" ` +
        `y="${px(y)}">${escape(name)}</text>${typeof use === "number" ? `<text x="${px(x)}" y="${px(y + LINE - 1)}">${brief(use, 2)} d/ha</text>` : ""}</g>`
      )
    })
    .join("")
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
  return `<figure class="map">${title === "" ? "" : `<figcaption>${escape(title)}</figcaption>`}<svg viewBox="0 0 ${wide} ${high}" style="width:${wide}px;max-width:100%" role="img" aria-label="${escape(title || "Map")}">${drawn.join("")}${labelsOf(
    shapes.filter((s) => s.kind === "area_use"),
    frame
  )}${scale}</svg></figure>`
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
