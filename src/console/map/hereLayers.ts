// Where the one who looks stands: a dot, a ring as wide as the place may be off, a word. In layers of their own, so
// that they stay when the theme is another.
import type { GeoJSONSource, LayerSpecification } from "maplibre-gl"
import { coloursOf } from "./colours.ts"
import type { FieldMap } from "./FieldMap.ts"
import { PEN_PREFIX } from "./penLayers.ts"
import { collection } from "./places.ts"
import { ring } from "./ring.ts"
import { FONT } from "./style.ts"

const SOURCE = `${PEN_PREFIX}-here`

export interface HereLayers {
  readonly show: (at: readonly [lon: number, lat: number], accuracyM: number) => void
  readonly leave: () => void
}

const layersOf = (container: HTMLElement): ReadonlyArray<LayerSpecification> => {
  const { brand, ink, land } = coloursOf(container)
  const of = (kind: string) => ({ id: `${SOURCE}-${kind}`, source: SOURCE })
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
        "text-field": "You",
        "text-anchor": "left",
        "text-offset": [1.1, 0],
        "text-allow-overlap": true
      },
      paint: { "text-color": ink, "text-halo-color": land, "text-halo-width": 1.6 }
    }
  ]
}

export const openHereLayers = ({ maplibre: map }: FieldMap): HereLayers => {
  const dress = () => {
    if (map.getSource(SOURCE) === undefined) map.addSource(SOURCE, { type: "geojson", data: collection([]) })
    for (const layer of layersOf(map.getContainer())) {
      if (map.getLayer(layer.id) !== undefined) map.removeLayer(layer.id)
      map.addLayer(layer)
    }
  }
  dress()
  map.on("style.load", dress)
  return {
    show: (at, accuracyM) =>
      void map.getSource<GeoJSONSource>(SOURCE)?.setData(
        collection([
          ring("ring", at, accuracyM),
          {
            type: "Feature",
            properties: { kind: "dot" },
            geometry: { type: "Point", coordinates: [...at] }
          }
        ])
      ),
    leave: () => map.off("style.load", dress)
  }
}
