// Layers that a page adds to the map by itself. They are redrawn with their data when the theme changes.
import type { Feature } from "geojson"
import type { GeoJSONSource, LayerSpecification } from "maplibre-gl"
import { type Colours, coloursOf } from "./colours.ts"
import type { TrackingMap } from "./TrackingMap.ts"
import { PEN_PREFIX } from "./penLayers.ts"
import { collection } from "./places.ts"
import { unwrapGeometry } from "./unwrap.ts"

/** Layers of a page on one map. */
interface OwnLayers {
  readonly show: (features: ReadonlyArray<Feature>) => void
  readonly leave: () => void
}

/** The id of the source of the layers with this name; the layers' ids begin with it. */
export const sourceNamed = (name: string): string => `${PEN_PREFIX}-${name}`

/** Adds layers to a map; they stay until `leave`. */
export const openOwnLayers = (
  { maplibre: map }: TrackingMap,
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
