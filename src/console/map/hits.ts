// What lies under a click: marks first, topmost before lower ones, then the edge or the ground of an area.
import type { FeatureCollection, Geometry } from "geojson"
import type { Map as MapLibre, PointLike } from "maplibre-gl"
import type { Crowd } from "./crowd.ts"
import { boundsOf } from "./places.ts"

/** The thing that a click hit. */
export interface Hit {
  readonly kind: "place" | "event" | "area"
  readonly id: string
}

/** Layers whose features answer a click, topmost first. The layer of places lies between the two. */
const MARKS = ["events", "sites"]
/** Layers of areas: edges before ground. */
const AREAS = [["edges"], ["areas"]]

/** Pixels that a click may miss a mark by; more for a finger. */
const HIT_SLACK_PX = matchMedia("(pointer: coarse)").matches ? 12 : 4

const size = (geometry: Geometry): number => {
  const [west, south, east, north] = boundsOf([], [{ id: "", name: "", kind: "", geometry }]) ?? [0, 0, 0, 0]
  return (east - west) * (north - south)
}

/** The smallest of overlapping areas: the larger ones can be clicked beside it. */
const smallest = (ids: ReadonlySet<string>, areas: FeatureCollection | undefined): string | undefined => {
  const found = (areas?.features ?? []).filter(({ properties }) => ids.has(String(properties?.["id"])))
  const [first] = found.sort((a, b) => size(a.geometry) - size(b.geometry))
  return first === undefined ? undefined : String(first.properties?.["id"])
}

interface Pixel {
  readonly x: number
  readonly y: number
}

const around = ({ x, y }: Pixel): [PointLike, PointLike] => [
  [x - HIT_SLACK_PX, y - HIT_SLACK_PX],
  [x + HIT_SLACK_PX, y + HIT_SLACK_PX]
]

/** The mark at a pixel; null: none. */
export const markAt = (map: MapLibre, crowd: Crowd, at: Pixel): Hit | null => {
  const [hit] = map.queryRenderedFeatures(around(at), { layers: MARKS })
  if (hit?.layer.id === "events") return { kind: "event", id: String(hit.properties["id"]) }
  const place = crowd.near(at, HIT_SLACK_PX)
  if (place !== undefined) return { kind: "place", id: place.id }
  return hit === undefined ? null : { kind: "area", id: String(hit.properties["id"]) }
}

/** The mark or area at a pixel; null: none. `areas`: all areas on the map. */
export const hitAt = (
  map: MapLibre,
  crowd: Crowd,
  at: Pixel,
  areas: FeatureCollection | undefined
): Hit | null => {
  const mark = markAt(map, crowd, at)
  if (mark !== null) return mark
  for (const layers of AREAS) {
    const where = layers[0] === "edges" ? around(at) : ([at.x, at.y] as PointLike)
    const ids = map.queryRenderedFeatures(where, { layers }).map(({ properties }) => String(properties["id"]))
    const id = smallest(new Set(ids), areas)
    if (id !== undefined) return { kind: "area", id }
  }
  return null
}
