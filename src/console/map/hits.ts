// What lies under a click: who and what is drawn on top first, then the edge or the ground of an area.
import type { FeatureCollection, Geometry } from "geojson"
import type { Map as MapLibre, PointLike } from "maplibre-gl"
import type { Crowd } from "./crowd.ts"
import { boundsOf } from "./places.ts"

export interface Hit {
  readonly kind: "place" | "event" | "area"
  readonly id: string
}

/** Layers that answer a click with what they show, the topmost first. Everybody lies between the two. */
const MARKS = ["events", "sites"]
/** Those of areas: their edge before their ground. */
const AREAS = [["edges"], ["areas"]]

/** Pixels that a click may be beside a mark; a finger is broader than a mouse's arrow. */
const NEAR = matchMedia("(pointer: coarse)").matches ? 12 : 4

const size = (geometry: Geometry): number => {
  const [west, south, east, north] = boundsOf([], [{ id: "", name: "", kind: "", geometry }]) ?? [0, 0, 0, 0]
  return (east - west) * (north - south)
}

/** The smallest of areas that lie on each other: the others can be pointed at beside it. */
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
  [x - NEAR, y - NEAR],
  [x + NEAR, y + NEAR]
]

/** The mark at a place of the screen; null: none. */
export const markAt = (map: MapLibre, crowd: Crowd, at: Pixel): Hit | null => {
  const [hit] = map.queryRenderedFeatures(around(at), { layers: MARKS })
  if (hit?.layer.id === "events") return { kind: "event", id: String(hit.properties["id"]) }
  const place = crowd.near(at, NEAR)
  if (place !== undefined) return { kind: "place", id: place.id }
  return hit === undefined ? null : { kind: "area", id: String(hit.properties["id"]) }
}

/** What is at a place of the screen; null: nothing. `areas`: all that are drawn. */
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
