// The fixes of a device on the map: the track through valid fixes, picked fixes with their accuracy, and fixes
// marked as wrong. The layers survive a change of the theme.
import type { Feature, Position } from "geojson"
import type { FilterSpecification, LayerSpecification } from "maplibre-gl"
import type { Colours } from "./colours.ts"
import type { TrackingMap } from "./TrackingMap.ts"
import { openOwnLayers, sourceNamed } from "./ownLayers.ts"
import { ring } from "./ring.ts"
import type { Fix } from "../data/fixes.ts"

const NAME = "fixes"
/** Pixels around a click within which a fix is hit. */
const HIT_RADIUS_PX = 9

type Place = readonly [lon: number, lat: number]

/** The layers of fixes on one map. */
export interface FixLayers {
  /** Draws fixes, oldest first. `moved`: the new place of the only picked fix. */
  readonly show: (fixes: ReadonlyArray<Fix>, picked: ReadonlySet<number>, moved: Place | null) => void
  /** The topmost fix under a pixel of the map; null: none. */
  readonly at: (pixel: readonly [number, number]) => number | null
  /** The fixes in a box of pixels. */
  readonly within: (a: readonly [number, number], b: readonly [number, number]) => ReadonlyArray<number>
  readonly leave: () => void
}

const placeOf = (fix: Fix): Position => [...fix.geometry.coordinates]

const line = (kind: string, coordinates: Array<Position>): Feature => ({
  type: "Feature",
  properties: { kind },
  geometry: { type: "LineString", coordinates }
})

/** A circle of the accuracy that the receiver reported. */
const halo = (fix: Fix): ReadonlyArray<Feature> => {
  const metres = fix.accuracy_m
  if (metres === null || metres <= 0) return []
  const [lon, lat] = fix.geometry.coordinates
  return [ring("halo", [lon, lat], metres)]
}

const featuresOf = (
  fixes: ReadonlyArray<Fix>,
  picked: ReadonlySet<number>,
  moved: Place | null
): Array<Feature> => {
  const kindOf = ({ id, valid }: Fix) => (picked.has(id) ? "picked" : valid ? "fix" : "wrong")
  const chosen = fixes.filter(({ id }) => picked.has(id))
  // if valid, picked fixes would be part of the track; the track is drawn without the steps to and from them
  const counted = fixes.filter(({ id, valid }) => valid || picked.has(id))
  const way: Array<Feature> = []
  for (const [i, fix] of counted.entries()) {
    const before = counted[i - 1]
    if (before === undefined) continue
    const kind = picked.has(fix.id) !== picked.has(before.id) ? "leap" : "way"
    way.push(line(kind, [placeOf(before), placeOf(fix)]))
  }
  const [only] = chosen
  return [
    ...way,
    ...chosen.flatMap(halo),
    ...(moved === null || only === undefined ? [] : [line("leap", [placeOf(only), [...moved]])]),
    ...fixes.map((fix): Feature => ({
      type: "Feature",
      properties: { id: fix.id, kind: kindOf(fix) },
      geometry: { type: "Point", coordinates: placeOf(fix) }
    })),
    ...(moved === null
      ? []
      : [
          {
            type: "Feature",
            properties: { kind: "moved" },
            geometry: { type: "Point", coordinates: [...moved] }
          } satisfies Feature
        ])
  ]
}

const layersOf = (c: Colours, source: string): ReadonlyArray<LayerSpecification> => {
  const of = (id: string) => ({ id: `${source}-${id}`, source })
  const only = (...kinds: Array<string>): FilterSpecification => ["in", ["get", "kind"], ["literal", kinds]]
  return [
    {
      ...of("halo"),
      type: "fill",
      filter: only("halo"),
      paint: { "fill-color": c.brand, "fill-opacity": 0.12, "fill-outline-color": c.brand }
    },
    {
      ...of("way"),
      type: "line",
      filter: only("way"),
      paint: { "line-color": c.trail, "line-opacity": 0.55, "line-width": 1 }
    },
    {
      ...of("leap"),
      type: "line",
      filter: only("leap"),
      paint: { "line-color": c.brand, "line-width": 1.3, "line-dasharray": [3, 2.5] }
    },
    {
      ...of("points"),
      type: "circle",
      filter: only("fix", "wrong", "picked", "moved"),
      layout: { "circle-sort-key": ["match", ["get", "kind"], "picked", 3, "moved", 2, "fix", 1, 0] },
      paint: {
        "circle-radius": ["match", ["get", "kind"], "picked", 5.5, "moved", 6, "wrong", 2.6, 3],
        "circle-color": ["match", ["get", "kind"], "moved", c.brand, c.land],
        "circle-opacity": ["match", ["get", "kind"], "wrong", 0.5, 1],
        "circle-stroke-color": [
          "match",
          ["get", "kind"],
          ["picked", "moved"],
          c.brand,
          "wrong",
          c.ink3,
          c.ink
        ],
        "circle-stroke-opacity": ["match", ["get", "kind"], "wrong", 0.6, 1],
        "circle-stroke-width": ["match", ["get", "kind"], "picked", 2.6, 1.2]
      }
    }
  ]
}

/** Opens the layers of fixes on a map. */
export const openFixLayers = (field: TrackingMap): FixLayers => {
  const { maplibre: map } = field
  const points = `${sourceNamed(NAME)}-points`
  const { leave, show } = openOwnLayers(field, NAME, layersOf)

  const idsIn = (
    [x, y]: readonly [number, number],
    [right, bottom]: readonly [number, number]
  ): ReadonlyArray<number> => {
    const found = map.queryRenderedFeatures(
      [
        [x, y],
        [right, bottom]
      ],
      { layers: [points] }
    )
    return found.flatMap(({ properties }) => (typeof properties["id"] === "number" ? [properties["id"]] : []))
  }
  return {
    show: (fixes, picked, moved) => show(featuresOf(fixes, picked, moved)),
    at: ([x, y]) =>
      idsIn([x - HIT_RADIUS_PX, y - HIT_RADIUS_PX], [x + HIT_RADIUS_PX, y + HIT_RADIUS_PX])[0] ?? null,
    within: (a, b) => [...new Set(idsIn(a, b))],
    leave
  }
}
