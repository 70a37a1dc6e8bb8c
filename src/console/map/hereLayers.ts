// The user's own position on the map: a dot, a ring of its accuracy, a label.
import type { LayerSpecification } from "maplibre-gl"
import { words } from "../../words/language.ts"
import type { Colours } from "./colours.ts"
import type { TrackingMap } from "./TrackingMap.ts"
import { openOwnLayers } from "./ownLayers.ts"
import { ring } from "./ring.ts"
import { FONT } from "./style.ts"

/** The layers of the user's own position. */
export interface HereLayers {
  readonly show: (at: readonly [lon: number, lat: number], accuracyM: number) => void
  readonly leave: () => void
}

const layersOf = ({ brand, ink, land }: Colours, source: string): ReadonlyArray<LayerSpecification> => {
  const of = (kind: string) => ({ id: `${source}-${kind}`, source })
  return [
    {
      ...of("ring"),
      type: "fill",
      filter: ["==", ["get", "kind"], "ring"],
      paint: { "fill-color": brand, "fill-opacity": 0.12, "fill-outline-color": brand }
    },
    {
      ...of("dot"),
      type: "circle",
      filter: ["==", ["get", "kind"], "dot"],
      paint: {
        "circle-radius": 6,
        "circle-color": land,
        "circle-stroke-color": brand,
        "circle-stroke-width": 4
      }
    },
    {
      ...of("word"),
      type: "symbol",
      filter: ["==", ["get", "kind"], "dot"],
      layout: {
        "text-font": [FONT],
        "text-size": 12,
        "text-field": words.common.map.you,
        "text-anchor": "left",
        "text-offset": [1.1, 0],
        "text-allow-overlap": true
      },
      paint: { "text-color": ink, "text-halo-color": land, "text-halo-width": 1.6 }
    }
  ]
}

/** Opens the layers of the user's own position on a map. */
export const openHereLayers = (map: TrackingMap): HereLayers => {
  const { leave, show } = openOwnLayers(map, "here", layersOf)
  return {
    leave,
    show: (at, accuracyM) =>
      show([
        ring("ring", at, accuracyM),
        { type: "Feature", properties: { kind: "dot" }, geometry: { type: "Point", coordinates: [...at] } }
      ])
  }
}
