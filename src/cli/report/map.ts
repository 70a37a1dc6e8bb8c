// The shapes of a result as a map in SVG: no tiles, north up, true to scale in the middle.
import type { AnalysisGeometry, Shape } from "../../domain/analysis/Geometry.ts"
import { colourOf, escape } from "./charts.ts"

const SIZE = 640
const MARGIN = 14

type Position = ReadonlyArray<number>

/** Every line of a shape; polygons are closed ones. */
const linesOf = (shape: Shape): { readonly closed: boolean; readonly lines: ReadonlyArray<ReadonlyArray<Position>> } => {
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

const opacity: Record<AnalysisGeometry["kind"], number> = { track_summary: 0, mcp: 0.04, kde: 0.12, area_use: 0.12, hotspot: 0.35, cluster: 0.3 }

/** A round length for the scale bar: about a fifth of the map. */
const scaleOf = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres / 5))
  return [5, 2, 1].map((m) => m * power).find((s) => s <= metres / 5) ?? power
}

/** The map of a result, subjects in the colours of the charts. */
export const drawMap = (geometries: ReadonlyArray<AnalysisGeometry>, subjects: ReadonlyArray<string>): string => {
  const shapes = geometries.map((g) => ({ ...g, ...linesOf(g.geom) }))
  const points = shapes.flatMap((s) => s.lines.flat())
  if (points.length === 0) return ""
  const first = points[0]![0]!
  /** longitudes on the side of the first, so that the antimeridian does not tear the map */
  const near = (lon: number) => lon - first > 180 ? lon - 360 : lon - first < -180 ? lon + 360 : lon
  let west = Infinity, east = -Infinity, south = Infinity, north = -Infinity
  for (const [lon, lat] of points) {
    west = Math.min(west, near(lon!))
    east = Math.max(east, near(lon!))
    south = Math.min(south, lat!)
    north = Math.max(north, lat!)
  }
  const squeeze = Math.max(0.01, Math.cos((south + north) / 2 * Math.PI / 180))
  const width = Math.max((east - west) * squeeze, 1e-6), height = Math.max(north - south, 1e-6)
  const scale = (SIZE - 2 * MARGIN) / Math.max(width, height)
  const x = (lon: number) => (MARGIN + (near(lon) - west) * squeeze * scale).toFixed(1), y = (lat: number) => (MARGIN + (north - lat) * scale).toFixed(1)
  const high = Math.ceil(height * scale + 2 * MARGIN) + 24, wide = Math.max(SIZE / 3, Math.ceil(width * scale + 2 * MARGIN))
  const drawn = shapes.map(({ closed, kind, label, lines, subject_id }) => {
    const colour = subject_id === null ? "#555" : colourOf(Math.max(0, subjects.indexOf(subject_id)))
    const path = lines.map((line) => line.map(([lon, lat], i) => `${i === 0 ? "M" : "L"}${x(lon!)} ${y(lat!)}`).join("") + (closed ? "Z" : "")).join("")
    return `<path d="${path}" fill="${closed ? colour : "none"}" fill-opacity="${opacity[kind]}" fill-rule="evenodd" stroke="${colour}" stroke-width="${kind === "track_summary" ? 0.5 : 1}" stroke-opacity="${kind === "track_summary" ? 0.5 : 0.9}"><title>${escape(label)}</title></path>`
  })
  const metres = 111_195 / scale * (SIZE - 2 * MARGIN), bar = scaleOf(metres), long = bar / 111_195 * scale
  return `<svg class="map" viewBox="0 0 ${wide} ${high}" style="max-width:${wide}px" role="img" aria-label="Map">${drawn.join("")}
<path d="M${MARGIN} ${high - 10}h${long.toFixed(1)}" stroke="#333" stroke-width="2"/><text x="${MARGIN + long + 6}" y="${high - 6}">${bar >= 1000 ? `${bar / 1000} km` : `${bar} m`}</text></svg>`
}
