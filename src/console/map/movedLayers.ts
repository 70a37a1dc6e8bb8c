// The track of a device when its assignment changes: the part that would move to another subject, and the parts
// before and after, which stay.
import type { Feature, Position } from "geojson"
import type { LayerSpecification } from "maplibre-gl"
import type { Colours } from "./colours.ts"
import type { TrackingMap } from "./TrackingMap.ts"
import { openOwnLayers } from "./ownLayers.ts"

type Place = readonly [lon: number, lat: number]

/** A part of the track; `moves`: it would belong to another subject. */
export interface Stretch {
  readonly moves: boolean
  readonly at: ReadonlyArray<Place>
}

/** The layers of a changed assignment on one map. */
export interface MovedLayers {
  readonly show: (way: ReadonlyArray<Stretch>) => void
  readonly leave: () => void
}

const layersOf = (c: Colours, source: string): ReadonlyArray<LayerSpecification> => {
  const of = (id: string) => ({ id: `${source}-${id}`, source })
  return [
    {
      ...of("stays"),
      type: "line",
      filter: ["==", ["get", "kind"], "stays"],
      paint: { "line-color": c.ink2, "line-width": 1.1, "line-opacity": 0.75, "line-dasharray": [3, 2.5] }
    },
    {
      ...of("moves"),
      type: "line",
      filter: ["==", ["get", "kind"], "moves"],
      layout: { "line-join": "round", "line-cap": "round" },
      paint: { "line-color": c.brand, "line-width": 2 }
    },
    {
      ...of("ends"),
      type: "circle",
      filter: ["==", ["get", "kind"], "end"],
      paint: {
        "circle-radius": 4,
        "circle-color": c.land,
        "circle-stroke-color": c.brand,
        "circle-stroke-width": 2
      }
    }
  ]
}

const end = (at: Place | undefined): ReadonlyArray<Feature> =>
  at === undefined
    ? []
    : [{ type: "Feature", properties: { kind: "end" }, geometry: { type: "Point", coordinates: [...at] } }]

const featuresOf = ({ at, moves }: Stretch): ReadonlyArray<Feature> => {
  const coordinates = at.map((one): Position => [...one])
  return [
    {
      type: "Feature",
      properties: { kind: moves ? "moves" : "stays" },
      geometry: { type: "LineString", coordinates }
    },
    ...(moves ? [...end(at[0]), ...end(at.at(-1))] : [])
  ]
}

/** Opens the layers of a changed assignment on a map. */
export const openMovedLayers = (map: TrackingMap): MovedLayers => {
  const { leave, show } = openOwnLayers(map, "moved", layersOf)
  return { leave, show: (way) => show(way.flatMap(featuresOf)) }
}
