// Layers that a page lays on the map by itself: they are drawn anew when the theme is another, with what they showed.
import type { Feature } from "geojson"
import type { GeoJSONSource, LayerSpecification } from "maplibre-gl"
import { type Colours, coloursOf } from "./colours.ts"
import type { FieldMap } from "./FieldMap.ts"
import { PEN_PREFIX } from "./penLayers.ts"
import { collection } from "./places.ts"
import { unwrapGeometry } from "./unwrap.ts"

export interface OwnLayers {
  readonly show: (features: ReadonlyArray<Feature>) => void
  readonly leave: () => void
}

/** What the source of so named layers is called; their ids begin with it. */
export const sourceNamed = (name: string): string => `${PEN_PREFIX}-${name}`

export const openOwnLayers = (
  { maplibre: map }: FieldMap,
  name: string,
  layersOf: (colours: Colours, source: string) => ReadonlyArray<LayerSpecification>
): OwnLayers => {
  const source = sourceNamed(name)
  const dress = () => {
    if (map.getSource(source) === undefined) map.addSource(source, { type: "geojson", data: collection([]) })
    for (const layer of layersOf(coloursOf(map.getContainer()), source)) {
      if (map.getLayer(layer.id) !== undefined) map.removeLayer(layer.id)
      map.addLayer(layer)
    }
  }
  dress()
  map.on("style.load", dress)
  return {
    show: (features) => {
      const whole = features.map((one) => ({ ...one, geometry: unwrapGeometry(one.geometry) }))
      void map.getSource<GeoJSONSource>(source)?.setData(collection(whole))
    },
    leave: () => map.off("style.load", dress)
  }
}
