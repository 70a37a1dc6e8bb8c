// A measurement on the map: its points, the line or shape between them, its size, and the clicks that set points.
import type { Feature } from "geojson"
import type { LayerSpecification, MapMouseEvent } from "maplibre-gl"
import type { Colours } from "./colours.ts"
import { openOwnLayers } from "./ownLayers.ts"
import { FONT } from "./style.ts"
import type { TrackingMap } from "./TrackingMap.ts"

type Place = readonly [lon: number, lat: number]

/** MeasureLayers draws a measurement. */
interface MeasureLayers {
  /** Draws points, closed or not, with a text at the last one. */
  readonly show: (places: ReadonlyArray<Place>, closed: boolean, text: string) => void
  readonly leave: () => void
}

/** MeasureClicks are the callbacks of the clicks on the map. */
interface MeasureClicks {
  readonly onPlace: (place: Place) => void
  /** the first point was clicked again */
  readonly onClose: () => void
}

/** Distance in pixels within which a click hits the first point; the second click of a double one is none. */
const HIT_RADIUS_PX = matchMedia("(pointer: coarse)").matches ? 24 : 12,
  DOUBLE_RADIUS_PX = 3

/** Points from which a click on the first one closes the shape. */
const MIN_CORNERS = 3

const layersOf = ({ brand, ink, land }: Colours, source: string): ReadonlyArray<LayerSpecification> => {
  const of = (kind: string) => ({ id: `${source}-${kind}`, source })
  return [
    {
      ...of("fill"),
      type: "fill",
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "fill-color": brand, "fill-opacity": 0.14 }
    },
    {
      ...of("line"),
      type: "line",
      filter: ["!=", ["geometry-type"], "Point"],
      paint: { "line-color": brand, "line-width": 2.5, "line-dasharray": [2, 1.4] }
    },
    {
      ...of("point"),
      type: "circle",
      filter: ["==", ["geometry-type"], "Point"],
      paint: {
        "circle-radius": 4.5,
        "circle-color": land,
        "circle-stroke-color": brand,
        "circle-stroke-width": 2.5
      }
    },
    {
      ...of("text"),
      type: "symbol",
      filter: ["has", "text"],
      layout: {
        "text-font": [FONT],
        "text-size": 13,
        "text-field": ["get", "text"],
        "text-anchor": "left",
        "text-offset": [0.9, 0],
        "text-allow-overlap": true
      },
      paint: { "text-color": ink, "text-halo-color": land, "text-halo-width": 1.8 }
    }
  ]
}

const featuresOf = (places: ReadonlyArray<Place>, closed: boolean, text: string): ReadonlyArray<Feature> => {
  const coordinates = places.map((place) => [...place])
  const points = coordinates.map((at, i): Feature => {
    const properties = i === coordinates.length - 1 && text !== "" ? { text } : {}
    return { type: "Feature", properties, geometry: { type: "Point", coordinates: at } }
  })
  if (coordinates.length < 2) return points
  const geometry: Feature["geometry"] = closed
    ? { type: "Polygon", coordinates: [[...coordinates, coordinates[0]!]] }
    : { type: "LineString", coordinates }
  return [{ type: "Feature", properties: {}, geometry }, ...points]
}

/** openMeasureLayers opens the layers of a measurement on a map, and takes its clicks until `leave`. */
export const openMeasureLayers = (map: TrackingMap, { onClose, onPlace }: MeasureClicks): MeasureLayers => {
  const layers = openOwnLayers(map, "measure", layersOf)
  const { maplibre } = map
  let shown: ReadonlyArray<Place> = [],
    isClosed = false
  const isNear = (place: Place | undefined, { x, y }: MapMouseEvent["point"], radius: number): boolean => {
    if (place === undefined) return false
    const at = map.pixelOf(place)
    return Math.hypot(at.x - x, at.y - y) <= radius
  }
  const onClick = ({ lngLat, point }: MapMouseEvent) => {
    if (isNear(shown.at(-1), point, DOUBLE_RADIUS_PX)) return
    if (!isClosed && shown.length >= MIN_CORNERS && isNear(shown[0], point, HIT_RADIUS_PX)) return onClose()
    const { lat, lng } = lngLat.wrap()
    onPlace([lng, lat])
  }
  const canvas = maplibre.getCanvas()
  maplibre.on("click", onClick)
  maplibre.doubleClickZoom.disable()
  const keepCursor = () => {
    canvas.style.cursor = "crosshair"
  }
  maplibre.on("mousemove", keepCursor)
  keepCursor()
  let isGone = false
  maplibre.once("remove", () => {
    isGone = true
  })
  return {
    show: (places, closed, text) => {
      shown = places
      isClosed = closed
      layers.show(featuresOf(places, closed, text))
    },
    leave: () => {
      if (isGone) return // closing the map removed all layers
      layers.show([])
      layers.leave()
      maplibre.off("click", onClick)
      maplibre.off("mousemove", keepCursor)
      maplibre.doubleClickZoom.enable()
      canvas.style.cursor = ""
    }
  }
}
