// The map. It owns MapLibre: no other module imports the library (the pen gets its instance), and no position
// passes through React.
import {
  addProtocol,
  type GeoJSONSource,
  Map as MapLibre,
  type PaddingOptions,
  setWorkerUrl
} from "maplibre-gl"
import "maplibre-gl/dist/maplibre-gl.css"
// MapLibre computes the address of its worker at run time, so bundlers do not find it: without these two lines the
// map stays blank in a production build
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url"
import type { FeatureCollection } from "geojson"
import { words } from "../../words/language.ts"
import { areaDrawer } from "./areaDrawer.ts"
import { coloursOf } from "./colours.ts"
import { readGround, readTile, saidBySources, TILES } from "./ground.ts"
import { addRelief, makeLandscape } from "./landscape.ts"
import { Crowd } from "./crowd.ts"
import { drawBodies, drawMarks, SCALE } from "./markers.ts"
import { nameWhoIsInView } from "./names.ts"
import { graticule, readBorders } from "./paper.ts"
import {
  type Area,
  type Bounds,
  collection,
  eventPoint,
  type Happening,
  type Place,
  placePoint,
  type Trail,
  trailLines
} from "./places.ts"
import { type Hit, hitAt, markAt } from "./hits.ts"
import { hasPen, withPen } from "./penLayers.ts"
import { FONT, type SourceName, styleOf } from "./style.ts"
import { eastward } from "./unwrap.ts"

setWorkerUrl(workerUrl)
// undefined for a tile that does not exist; the types of MapLibre do not allow it
addProtocol(TILES, async ({ url }) => ({ data: (await readTile(url)) as ArrayBuffer }))

export type { Hit } from "./hits.ts"

/** The map as pages use it. */
export interface TrackingMap {
  readonly setAreas: (areas: ReadonlyArray<Area>) => void
  /** Replaces all places. */
  readonly setPlaces: (places: ReadonlyArray<Place>) => void
  /** Updates places that moved and adds new ones. */
  readonly move: (places: ReadonlyArray<Place>) => void
  /** Draws tracks of a time span, epoch ms. */
  readonly setTrails: (trails: ReadonlyArray<Trail>, from: number, to: number) => void
  readonly setEvents: (events: ReadonlyArray<Happening>) => void
  /** Draws a halo around a place; null: none. */
  readonly choose: (place: Place | null) => void
  /** Fits the map to a box. `asked`: by a request of the user, so the map flies there. */
  readonly show: (bounds: Bounds, asked?: boolean) => void
  /**
   * Moves the map. `asked`: by a request of the user; `nearer`: zooms in if the map is far out (default
   * true).
   */
  readonly goTo: (
    at: readonly [number, number],
    how?: { readonly asked?: boolean; readonly nearer?: boolean }
  ) => void
  readonly zoom: (by: 1 | -1) => void
  /** Sets how many pixels at the bottom are covered by a panel: the map shows its content above it. */
  readonly cover: (bottom: number) => void
  /** Pixels from the top left of the map; of the copies of the world side by side, the nearest one. */
  readonly pixelOf: (at: readonly [number, number]) => { readonly x: number; readonly y: number }
  readonly metresPerPixel: () => number
  /** Resolves when all data is drawn. */
  readonly drawn: () => Promise<void>
  /** Calls back after each change of the view; `asked`: the user caused it. Returns the unsubscribe function. */
  readonly onView: (tell: (asked: boolean) => void) => () => void
  /** Redraws in the colours of the current theme. */
  readonly repaint: () => void
  readonly remove: () => void
  /** The attribution of the basemap as text; null: the built-in paper map, which needs none. */
  readonly attribution: () => string | null
  /** The MapLibre instance, for the pen only, which draws by itself. It is gone when the map is removed. */
  readonly maplibre: MapLibre
}

/** Options of `openMap`. */
export interface MapOptions {
  /** null: `start`, or the world */
  readonly bounds: Bounds | null
  /** the view without bounds; absent: the world */
  readonly start?: { readonly centre: readonly [number, number]; readonly zoom: number }
  /** pixels kept free at the edges, where panels may lie over the map */
  readonly padding?: number | PaddingOptions
  /** pixels at the bottom that are covered from the start; absent: 0 */
  readonly covered?: number
  /** the place of the demo's invented landscape; absent: none */
  readonly landscape?: readonly [number, number]
  /** aborts when the page is left before the first frame */
  readonly signal?: AbortSignal
  readonly onHit: (hit: Hit | null) => void
}

const WORLD: Bounds = [-160, -55, 170, 72]
const EARTH_PX = 156_543.034 / 2 // metres per pixel at the equator at zoom 0, for tiles of 512 px

/** Opens a map in an element and resolves at its first frame; never if the page was left before. */
export const openMap = async (container: HTMLElement, options: MapOptions): Promise<TrackingMap> => {
  // labels use the page's font, so it must be loaded first
  const [ground] = await Promise.all([readGround(), document.fonts.load(`12px "${FONT}"`)])
  const { signal } = options
  // the element was removed: it has no colours any more, and the map no reader
  if (!container.isConnected || signal?.aborted === true) return new Promise(() => undefined)
  const fit = { padding: options.padding ?? 60, maxZoom: 16 }
  const map = new MapLibre({
    container,
    style: styleOf(coloursOf(container), ground),
    ...(options.bounds === null && options.start !== undefined
      ? { center: [...options.start.centre], zoom: options.start.zoom }
      : { bounds: options.bounds ?? WORLD, fitBoundsOptions: fit }),
    attributionControl: false,
    locale: { "Map.Title": words.common.map.title },
    pitchWithRotate: false,
    dragRotate: false,
    maxPitch: 0,
    fadeDuration: 0,
    // without a graphics card every pixel costs time
    pixelRatio: Math.min(devicePixelRatio, 1.5)
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation() // no control would turn it back
  if (options.covered !== undefined && options.covered > 0) {
    map.setPadding({ top: 0, right: 0, bottom: options.covered, left: 0 })
    if (options.bounds !== null || options.start === undefined)
      map.fitBounds(options.bounds ?? WORLD, { ...fit, animate: false })
  }

  /** The data of each source, to restore it when the theme changes. */
  const shown = new Map<SourceName, FeatureCollection>()
  const crowd = new Crowd(map, () => drawBodies(coloursOf(container)))
  const landscape =
    options.landscape === undefined || ground !== null ? null : makeLandscape(options.landscape)

  const put = (name: SourceName, data: FeatureCollection) => {
    shown.set(name, data)
    void map.getSource<GeoJSONSource>(name)?.setData(data)
  }

  const dress = () => {
    for (const { name, pixels } of drawMarks(coloursOf(container)))
      if (!map.hasImage(name)) map.addImage(name, pixels, { pixelRatio: SCALE })
    if (landscape !== null) addRelief(map, landscape)
    if (map.getLayer(crowd.id) === undefined) map.addLayer(crowd, "who")
    for (const [name, data] of shown) void map.getSource<GeoJSONSource>(name)?.setData(data)
  }

  const leave = () => map.remove()
  signal?.addEventListener("abort", leave)
  await map.once("load")
  signal?.removeEventListener("abort", leave) // from now on the holder of the map removes it
  if (ground === null) put("graticule", graticule())
  if (landscape !== null)
    for (const name of ["contours", "forest", "streams", "water"] as const) put(name, landscape[name])
  dress()
  if (ground === null)
    readBorders().then(
      (borders) => put("land", borders),
      () => undefined // without borders the paper is still a usable map
    )

  const names = nameWhoIsInView(map, crowd, (data) => put("who", data))
  map.on("click", ({ point }) => options.onHit(hitAt(map, crowd, point, shown.get("areas"))))
  // keeps the same bounds in view when the map is resized, until the user moves it
  let kept = options.bounds
  map.on("movestart", ({ originalEvent }) => {
    if (originalEvent !== undefined) kept = null
  })
  map.on("resize", () => {
    if (kept !== null) void map.fitBounds(kept, { ...fit, animate: false })
  })
  map.on("mousemove", ({ point }) => {
    if (map.isMoving() || hasPen(map)) return
    map.getCanvas().style.cursor = markAt(map, crowd, point) === null ? "" : "pointer"
  })

  return {
    setAreas: areaDrawer(put),
    setPlaces: (places) => {
      crowd.setAll(places)
      names.refresh()
    },
    move: (places) => {
      crowd.move(places)
      names.moved(places)
    },
    setTrails: (trails, from, to) =>
      put("trails", collection(trails.flatMap((trail) => trailLines(trail, from, to)))),
    setEvents: (events) => put("events", collection(events.map(eventPoint))),
    choose: (place) => {
      const feature = place === null ? [] : [placePoint(place)]
      const halo = place?.severity == null ? "halo" : `halo ${place.severity}`
      put("chosen", collection(feature.map((f) => ({ ...f, properties: { ...f.properties, halo } }))))
    },
    show: (bounds, asked = false) => {
      kept = bounds
      void map.fitBounds(bounds, { ...fit, animate: asked }, { asked })
    },
    goTo: ([lon, lat], { asked = false, nearer = true } = {}) => {
      kept = null
      const zoom = Math.max(map.getZoom(), nearer ? 13 : 0)
      void map.easeTo({ center: [lon, lat], zoom, duration: 350 }, { asked })
    },
    cover: (bottom) => {
      if (map.getPadding().bottom === bottom) return
      void map.easeTo({ padding: { top: 0, right: 0, bottom, left: 0 }, duration: 200 })
    },
    zoom: (by) => {
      kept = null
      void (by > 0 ? map.zoomIn() : map.zoomOut())
    },
    pixelOf: ([lon, lat]) => {
      const middle = map.getCenter().lng
      return map.project([middle + eastward(middle, lon), lat])
    },
    metresPerPixel: () => (EARTH_PX * Math.cos((map.getCenter().lat * Math.PI) / 180)) / 2 ** map.getZoom(),
    drawn: async () => {
      await new Promise(requestAnimationFrame)
      map.triggerRepaint()
      await map.once("idle")
    },
    onView: (tell) => {
      const hear = (why: { asked?: boolean; originalEvent?: unknown }) =>
        tell(why.originalEvent !== undefined || why.asked === true)
      const heard = [map.on("movestart", hear), map.on("move", hear)]
      return () => heard.forEach((one) => one.unsubscribe())
    },
    repaint: () => {
      map.setStyle(styleOf(coloursOf(container), ground), { diff: false, transformStyle: withPen })
      void map.once("style.load", dress)
    },
    remove: () => {
      names.leave()
      map.remove()
    },
    attribution: () => (ground === null ? null : (ground.attribution ?? saidBySources(map))),
    maplibre: map
  }
}
