// Name labels on the map: only of subjects in view, and of many only those with an alert, because MapLibre checks
// each label for collisions in every frame.
import type { FeatureCollection } from "geojson"
import type { Map as MapLibre } from "maplibre-gl"
import type { Crowd } from "./crowd.ts"
import { collection, type Place, placePoint } from "./places.ts"

/** MAX_LABELS is the maximum number of labels. */
const MAX_LABELS = 200
/** How far beyond the view labels exist, in views: they are there already when the user pans. */
const MARGIN_VIEWS = 0.25
/** The shortest time between two moves of labels, ms. */
const MIN_MOVE_INTERVAL_MS = 1000

/** The labels of subjects on one map. */
interface Names {
  /** Call when all places may have changed. */
  readonly refresh: () => void
  /** Call when these places moved. */
  readonly moved: (places: ReadonlyArray<Place>) => void
  readonly leave: () => void
}

/** Keeps labels beside the subjects in view; `put` draws them on the map. */
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
    const inView = crowd.inView(MARGIN_VIEWS)
    const some = inView.length <= MAX_LABELS ? inView : inView.filter(({ severity }) => severity !== null)
    const shown = some.slice(0, MAX_LABELS)
    if (shown.length === 0 && named.size === 0) return
    named = new Set(shown.map(({ id }) => id))
    put(collection(shown.map(placePoint)))
  }
  const later = () => void (timer ??= setTimeout(refresh, MIN_MOVE_INTERVAL_MS))
  map.on("moveend", refresh)
  return {
    refresh,
    moved: (places) => {
      if (places.some(({ id }) => named.has(id))) later()
    },
    leave: () => clearTimeout(timer)
  }
}
