// The frame of a map: north up, true to scale in the middle.
import type { AnalysisGeometry, Shape } from "../../domain/analysis/Geometry.ts"

/** Most of a map. */
export const HIGH = 620
/** Least, for the scale bar. */
const NARROW = 240
export const MARGIN = 14
const FOOT = 26

type Position = ReadonlyArray<number>

/** Every line of a shape; polygons are closed ones. */
export const linesOf = (
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

/** Where a place lies on a map. */
export interface Frame {
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
export const frameOf = (geometries: ReadonlyArray<AnalysisGeometry>, most: number): Frame | null => {
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
