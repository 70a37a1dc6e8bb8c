// Draws and edits one shape on the map with Terra Draw, which only this file imports and which loads when drawing
// starts. Validation is the server's task.
import type { LineString, Point, Polygon } from "geojson"
import type { GeoJSONStoreFeatures } from "terra-draw"
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode
} from "terra-draw"
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter"
import type { TrackingMap } from "../../map/TrackingMap.ts"
import { PEN_PREFIX } from "../../map/penLayers.ts"
import { boundsOf } from "../../map/places.ts"
import { frameOf } from "./penFrame.ts"
import { type Look, lookOf } from "./penLook.ts"
import {
  type Circle,
  circleOf,
  geometryOf,
  type Part,
  partsOf,
  rejoined,
  roundedPlace,
  type Shape
} from "./shape.ts"

/** Stroke is a drawing mode: corners of an area or a line, a point, or centre and edge of a circle. */
export type Stroke = "polygon" | "linestring" | "point" | "circle"

/** PenTold are the callbacks of the pen. */
export interface PenTold {
  /** the shape was completed or changed */
  readonly shape: (shape: Shape) => void
  /** radius in metres of the circle being drawn; null: not a circle */
  readonly radius: (metres: number | null) => void
}

/** Pen draws and edits one shape. */
export interface Pen {
  /** Starts drawing a new shape; the previous one is discarded. */
  readonly draw: (stroke: Stroke) => void
  /** Shows a shape for editing. */
  readonly edit: (shape: Shape) => void
  /** Removes the last corner of the drawing. */
  readonly back: () => void
  /** Completes the drawing, as Enter does on the map. */
  readonly finish: () => void
  readonly leave: () => void
}

const strokes = { Polygon: "polygon", LineString: "linestring", Point: "point" } as const

const corners = {
  selfIntersectable: true, // an unfinished shape may intersect itself
  coordinates: { midpoints: { draggable: true }, draggable: true, deletable: true }
}

/** Returns a part as a geometry of its own. */
const alone = ({ places, type }: Part): Polygon | LineString | Point => {
  const coordinates = places.map(roundedPlace)
  if (type === "Polygon") return { type, coordinates: [coordinates] }
  return type === "LineString" ? { type, coordinates } : { type, coordinates: coordinates[0] ?? [] }
}

const isTouched = matchMedia("(pointer: coarse)").matches
/** Distance in pixels within which a click hits a corner. */
const HIT_RADIUS_PX = isTouched ? 30 : 14

const makeModes = (look: Look) => [
  new TerraDrawPolygonMode({
    styles: look.polygon,
    pointerDistance: HIT_RADIUS_PX,
    showCoordinatePoints: true
  }),
  new TerraDrawLineStringMode({
    styles: look.linestring,
    pointerDistance: HIT_RADIUS_PX,
    showCoordinatePoints: true
  }),
  new TerraDrawPointMode({ styles: look.point }),
  new TerraDrawCircleMode({
    styles: look.circle,
    projection: "globe",
    drawInteraction: "click-move-or-drag"
  }),
  new TerraDrawSelectMode({
    styles: look.select,
    pointerDistance: HIT_RADIUS_PX,
    allowManualDeselection: false,
    keyEvents: null,
    flags: {
      polygon: { feature: corners },
      linestring: { feature: corners },
      point: { feature: { draggable: true } },
      circle: { feature: { draggable: true, coordinates: { resizable: "center-fixed" } } }
    }
  })
]

/** openPen starts Terra Draw on a map. */
export const openPen = ({ maplibre: map }: TrackingMap, told: PenTold): Pen => {
  const container = map.getContainer()
  let shape: Shape | null = null
  let ids: ReadonlyArray<string | number> = []
  let gone = false
  const look = () => lookOf(container, () => shape?.kind === "circle")
  const adapter = new TerraDrawMapLibreGLAdapter({ map, prefixId: PEN_PREFIX, coordinatePrecision: 9 })
  const frame = frameOf(adapter, () => map.getCenter().lng)
  const draw = new TerraDraw({
    adapter,
    modes: makeModes(look()),
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() }
  })
  draw.start()

  const partOf = (id: string | number): Part | undefined => {
    const geometry = draw.getSnapshotFeature(id)?.geometry
    if (geometry === undefined) return undefined
    const [part] = partsOf(geometry)
    return part === undefined ? undefined : { ...part, places: part.places.map(roundedPlace) }
  }

  /**
   * Returns the circle of a ring; the library's shapes are not cut at the antimeridian, so the centre is
   * found in its coordinates.
   */
  const circleIn = ({ places }: Part): Circle => {
    const { centre, ...circle } = circleOf(places)
    const [[lon = 0, lat = 0] = []] = frame.sent({ type: "Point", places: [[...centre]] }).places
    return { ...circle, centre: [lon, lat] }
  }

  const edit = (next: Shape) => {
    shape = next
    draw.setMode("select") // discards the unfinished drawing
    draw.clear()
    const geometry = geometryOf(next)
    const [west, , east] = boundsOf([], [{ id: "", name: "", kind: "", geometry }]) ?? [0, 0, 0, 0]
    frame.turnTo((west + east) / 2)
    ids = partsOf(geometry).map((part) => {
      const id = draw.getFeatureId()
      const feature: GeoJSONStoreFeatures = {
        id,
        type: "Feature",
        properties: { mode: next.kind === "circle" ? "circle" : strokes[part.type] },
        geometry: alone(frame.taken(part))
      }
      const [taken] = draw.addFeatures([feature])
      return taken?.valid === true ? id : ""
    })
    const first = ids.find((id) => id !== "")
    if (first !== undefined) draw.selectFeature(first)
  }

  const drawn = (id: string | number, stroke: string): Shape | null => {
    const part = partOf(id)
    if (part === undefined) return null
    return stroke === "circle" ? circleIn(part) : { kind: "geometry", geometry: alone(frame.sent(part)) }
  }

  const changed = (moved: boolean): Shape | null => {
    if (shape === null) return null
    const parts = ids.map(partOf)
    if (shape.kind === "geometry") {
      const before = partsOf(shape.geometry)
      // a part that was not drawable stays unchanged
      return {
        kind: "geometry",
        geometry: rejoined(
          shape.geometry,
          before.map((part, i) => (parts[i] === undefined ? part : frame.sent(parts[i])))
        )
      }
    }
    const [ring] = parts
    if (ring === undefined) return null
    const now = circleIn(ring)
    return moved ? { ...now, radius_m: shape.radius_m } : { ...now, centre: shape.centre }
  }

  draw.on("finish", (id, { action, mode }) => {
    told.radius(null)
    const next = action === "draw" ? drawn(id, mode) : changed(action === "dragFeature")
    if (next === null) return
    // after the library's own event handling, because its mode continues after the callback
    queueMicrotask(() => {
      if (gone) return
      // an edited ring still has its corners; new drawings and circles are shown for editing again
      if (action === "draw" || next.kind === "circle") edit(next)
      else shape = next
      told.shape(next)
    })
  })
  draw.on("change", (changedIds, type) => {
    if (type === "delete" || draw.getMode() !== "circle") return
    const radius = changedIds
      .map((id) => draw.getSnapshotFeature(id)?.properties["radiusKilometers"])
      .find((km) => typeof km === "number")
    if (typeof radius === "number") told.radius(Math.round(radius * 1000))
  })
  const recolour = () => {
    const { circle, linestring, point, polygon, select } = look()
    for (const [mode, styles] of Object.entries({ circle, linestring, point, polygon, select }))
      draw.updateModeOptions(mode, { styles })
  }
  map.on("style.load", recolour)
  map.once("remove", () => {
    gone = true
  })

  return {
    draw: (stroke) => {
      shape = null
      ids = []
      draw.setMode(stroke)
      draw.clear()
      frame.turnTo(map.getCenter().lng)
    },
    edit,
    back: () => void draw.undo(),
    finish: () => void map.getCanvas().dispatchEvent(new KeyboardEvent("keyup", { key: "Enter" })),
    leave: () => {
      if (gone) return // closing the map removed all layers
      gone = true
      map.off("style.load", recolour)
      draw.stop()
    }
  }
}
