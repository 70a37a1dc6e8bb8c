// The corners of a shape and the lengths of its sides on the map.
import type { LayerSpecification } from "maplibre-gl"
import type { Colours } from "./colours.ts"
import type { TrackingMap } from "./TrackingMap.ts"
import { openOwnLayers } from "./ownLayers.ts"
import { FONT } from "./style.ts"

const layersOf = ({ area, land }: Colours, source: string): ReadonlyArray<LayerSpecification> => {
  const of = (kind: string) => ({ id: `${source}-${kind}`, source })
  return [
    {
      ...of("corner"),
      type: "circle",
      filter: ["==", ["get", "kind"], "corner"],
      paint: {
        "circle-radius": 4,
        "circle-color": land,
        "circle-stroke-color": area,
        "circle-stroke-width": 2
      }
    },
    {
      ...of("side"),
      type: "symbol",
      filter: ["==", ["get", "kind"], "side"],
      layout: {
        "text-font": [FONT],
        "text-size": 11,
        "text-field": ["get", "text"],
        "text-offset": ["array", "number", 2, ["get", "offset"]]
      },
      paint: { "text-color": area, "text-halo-color": land, "text-halo-width": 1.8 }
    }
  ]
}

/** Opens the layers of the sides of a shape on a map. */
export const openSideLayers = (map: TrackingMap) => openOwnLayers(map, "sides", layersOf)
