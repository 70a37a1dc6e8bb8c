// The frame of a map: north up, true to scale in the middle.
import type { AnalysisGeometry, Shape } from "../../domain/analysis/Geometry.ts"
import { projectionOf } from "../projection.ts"

/** MAX_MAP_HEIGHT bounds the height of a map, in pixels. */
export const MAX_MAP_HEIGHT = 620
/** MIN_MAP_WIDTH leaves room for the scale bar. */
const MIN_MAP_WIDTH = 240
/** MARGIN is the space round a map, in pixels. */
export const MARGIN = 14
const FOOT_HEIGHT = 26

type Position = ReadonlyArray<number>

/** Returns every line of a shape; polygons are closed ones. */
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
  const places = geometries.flatMap((g) => linesOf(g.geom).lines.flat())
  const projection = projectionOf(places, most - 2 * MARGIN, MAX_MAP_HEIGHT - 2 * MARGIN)
  if (projection === null) return null
  const { height, scale, width, x, y } = projection
  return {
    x: (lon) => MARGIN + x(lon),
    y: (lat) => MARGIN + y(lat),
    unit: scale / 111_195,
    wide: Math.max(MIN_MAP_WIDTH, Math.ceil(width + 2 * MARGIN)),
    high: Math.ceil(height + 2 * MARGIN) + FOOT_HEIGHT
  }
}
