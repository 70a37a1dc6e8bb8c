// The style of the pen: shapes in the colour of areas, corners as white dots, midpoints smaller. Terra Draw accepts
// only hexadecimal colours.
import type { GeoJSONStoreFeatures, HexColor } from "terra-draw"
import { type Colours, coloursOf } from "../../map/colours.ts"

/** Converts a resolved colour `rgb(23, 96, 77)` to hexadecimal. */
const hex = (colour: string): HexColor => {
  const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  return `#${[r, g, b].map((n) => n.toString(16).padStart(2, "0")).join("")}`
}

/** Extra size of corners on touch screens, where the finger covers them. */
const finger = matchMedia("(pointer: coarse)").matches ? 3 : 0

/** A circle has 64 corners of equal effect; every 16th is shown. */
const CORNER_STRIDE = 16

/** Look is a set of styles. */
export interface Look {
  readonly polygon: object
  readonly linestring: object
  readonly point: object
  readonly circle: object
  readonly select: object
}

/**
 * lookOf returns the styles of all modes in the current theme. `isCircle` tells whether a circle is being
 * edited.
 */
export const lookOf = (container: HTMLElement, isCircle: () => boolean): Look => {
  const colours: Colours = coloursOf(container)
  const area = hex(colours.brand),
    paper = hex(colours["mark-edge"])
  const corner = (name: string, size: number) => ({
    [`${name}Color`]: paper,
    [`${name}Width`]: size + finger,
    [`${name}OutlineColor`]: area,
    [`${name}OutlineWidth`]: 2
  })
  const ground = {
    fillColor: area,
    fillOpacity: 0.14,
    outlineColor: area,
    outlineWidth: 2.5,
    ...corner("coordinatePoint", 4),
    ...corner("closingPoint", 5)
  }
  const point = { pointColor: area, pointWidth: 7 + finger, pointOutlineColor: paper, pointOutlineWidth: 2 }
  const seen = ({ properties }: GeoJSONStoreFeatures) =>
    isCircle() && Number(properties["index"]) % CORNER_STRIDE !== 0 ? 0 : 1
  return {
    polygon: ground,
    circle: ground,
    linestring: {
      lineStringColor: area,
      lineStringWidth: 3,
      ...corner("closingPoint", 5),
      ...corner("coordinatePoint", 4)
    },
    point,
    select: {
      selectedPolygonColor: area,
      selectedPolygonFillOpacity: 0.14,
      selectedPolygonOutlineColor: area,
      selectedPolygonOutlineWidth: 2.5,
      selectedLineStringColor: area,
      selectedLineStringWidth: 3,
      selectedPointColor: area,
      selectedPointWidth: 8 + finger,
      selectedPointOutlineColor: paper,
      selectedPointOutlineWidth: 3,
      ...corner("selectionPoint", 5),
      selectionPointOpacity: seen,
      selectionPointOutlineOpacity: seen,
      midPointColor: area,
      midPointOpacity: 0.85,
      midPointWidth: 3.5 + finger,
      midPointOutlineColor: paper,
      midPointOutlineWidth: 1.5
    }
  }
}
