// Who is called what on the map: of those in view only, and of many only those with an alert. Every name that
// may collide with another is looked at in every frame.
import type { FeatureCollection } from "geojson"
import type { Map as MapLibre } from "maplibre-gl"
import type { Crowd } from "./crowd.ts"
import { collection, type Place, placePoint } from "./places.ts"

/** Most names at a time. */
const MOST = 200
/** How far beyond the view they are there already, in views: who pans sees them come. */
const BEYOND = 0.25
/** Names go after those who move no more often, ms. */
const REST_MS = 1000

export interface Names {
  /** Everybody may have changed. */
  readonly refresh: () => void
  /** These have moved. */
  readonly moved: (places: ReadonlyArray<Place>) => void
  readonly leave: () => void
}

/** Keeps names beside those in view; `put`: on the map with them. */
export const nameWhoIsInView = (
  map: MapLibre,
  crowd: Crowd,
  put: (data: FeatureCollection) => void
): Names => {
  let named: ReadonlySet<string> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    clearTimeout(timer)
    timer = undefined
    const inView = crowd.inView(BEYOND)
    const some = inView.length <= MOST ? inView : inView.filter(({ severity }) => severity !== null)
    const shown = some.slice(0, MOST)
    if (shown.length === 0 && named.size === 0) return
    named = new Set(shown.map(({ id }) => id))
    put(collection(shown.map(placePoint)))
  }
  const later = () => void (timer ??= setTimeout(refresh, REST_MS))
  map.on("moveend", refresh)
  return {
    refresh,
    moved: (places) => {
      if (places.some(({ id }) => named.has(id))) later()
    },
    leave: () => clearTimeout(timer)
  }
}
