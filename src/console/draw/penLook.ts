// How the pen draws: the shape in the colour of areas, its corners as paper with an ink edge, what can be added
// smaller. Terra Draw takes colours in hexadecimal alone.
import type { GeoJSONStoreFeatures, HexColor } from "terra-draw"
import { type Colours, coloursOf } from "../map/colours.ts"

/** As browsers resolve our tokens, `rgb(23, 96, 77)`, in hexadecimal. */
const hex = (colour: string): HexColor => {
  const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  return `#${[r, g, b].map((n) => n.toString(16).padStart(2, "0")).join("")}`
}

/** A finger hides what it points at: corners are larger there. */
const finger = matchMedia("(pointer: coarse)").matches ? 3 : 0

/** Of the sixty-four corners of a circle, each of which would do, four are shown. */
const EVERY = 16

export interface Look {
  readonly polygon: object
  readonly linestring: object
  readonly point: object
  readonly circle: object
  readonly select: object
}

/** The styles of every mode in the colours of now. `isCircle`: whether it is a circle that is being changed. */
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
    isCircle() && Number(properties["index"]) % EVERY !== 0 ? 0 : 1
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
