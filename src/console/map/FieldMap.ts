// The map. It owns MapLibre: nobody else imports the library, and React never sees a position.
import {
  addProtocol,
  type GeoJSONSource,
  Map as MapLibre,
  type PaddingOptions,
  setWorkerUrl
} from "maplibre-gl"
import "maplibre-gl/dist/maplibre-gl.css"
// MapLibre works out where its worker is when it runs, so no bundler finds it: without these two lines the map
// stays blank where it is built
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url"
import type { FeatureCollection } from "geojson"
import { coloursOf } from "./colours.ts"
import { readGround, readTile, saidBySources, TILES } from "./ground.ts"
import { addRelief, makeLandscape } from "./landscape.ts"
import { Crowd } from "./crowd.ts"
import { drawBodies, drawMarks, SCALE } from "./markers.ts"
import { nameWhoIsInView } from "./names.ts"
import { graticule, readBorders } from "./paper.ts"
import {
  type Area,
  areaFeature,
  type Bounds,
  collection,
  eventPoint,
  type Happening,
  nameOf,
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
// none is a tile that is not there, which the types do not know
addProtocol(TILES, async ({ url }) => ({ data: (await readTile(url)) as ArrayBuffer }))

export type { Hit } from "./hits.ts"

export interface FieldMap {
  readonly setAreas: (areas: ReadonlyArray<Area>) => void
  /** Everybody, anew. */
  readonly setPlaces: (places: ReadonlyArray<Place>) => void
  /** Those who moved, or are new. */
  readonly move: (places: ReadonlyArray<Place>) => void
  /** Ways that were gone between two moments, epoch ms. */
  readonly setTrails: (trails: ReadonlyArray<Trail>, from: number, to: number) => void
  readonly setEvents: (events: ReadonlyArray<Happening>) => void
  /** A halo around somebody; null: around nobody. */
  readonly choose: (place: Place | null) => void
  /** `asked`: somebody asks for it, and sees the way there. */
  readonly show: (bounds: Bounds, asked?: boolean) => void
  /**
   * `asked`: somebody asks for it; `nearer`: the map comes close where it is far, as it does if nothing is
   * said.
   */
  readonly goTo: (
    at: readonly [number, number],
    how?: { readonly asked?: boolean; readonly nearer?: boolean }
  ) => void
  readonly zoom: (by: 1 | -1) => void
  /** So much at the bottom lies under something, pixels: what the map shows is kept above it. */
  readonly cover: (bottom: number) => void
  /** In pixels from the top left of the map: where it lies nearest, of a world that is drawn side by side. */
  readonly pixelOf: (at: readonly [number, number]) => { readonly x: number; readonly y: number }
  readonly metresPerPixel: () => number
  /** All that was given is drawn. */
  readonly drawn: () => Promise<void>
  /** It shows something else, because somebody moved it or asked for it, or for another reason. */
  readonly onView: (tell: (asked: boolean) => void) => () => void
  /** The theme has changed: drawn anew in the colours of now. */
  readonly repaint: () => void
  readonly remove: () => void
  /** Whose the ground is, as text; null: it is our paper. */
  readonly attribution: () => string | null
  /** For the pen alone, which draws on the map by itself; it goes when the map is removed. */
  readonly maplibre: MapLibre
}

export interface MapOptions {
  /** null: where the project says, or the world */
  readonly bounds: Bounds | null
  /** where it opens without bounds; absent: the world */
  readonly start?: { readonly centre: readonly [number, number]; readonly zoom: number }
  /** pixels that what is shown keeps from the edges: something may lie on the map there */
  readonly padding?: number | PaddingOptions
  /** how much of the bottom lies under something from the beginning, pixels; absent: nothing */
  readonly covered?: number
  /** where the invented landscape of the demo lies; absent: none */
  readonly landscape?: readonly [number, number]
  /** ends the map where the page is left before its first frame */
  readonly signal?: AbortSignal
  readonly onHit: (hit: Hit | null) => void
}

const WORLD: Bounds = [-160, -55, 170, 72]
const EARTH_PX = 156_543.034 / 2 // metres a pixel at the equator and zoom 0, for tiles of 512

/**
 * Puts a map into an element, and answers when its first frame is there; never where the page was left before
 * it began.
 */
export const openMap = async (container: HTMLElement, options: MapOptions): Promise<FieldMap> => {
  // labels are drawn with the page's own font: it has to be there first
  const [ground] = await Promise.all([readGround(), document.fonts.load(`12px "${FONT}"`)])
  const { signal } = options
  // it has no colours any more, nor a reader
  if (!container.isConnected || signal?.aborted === true) return new Promise(() => undefined)
  const fit = { padding: options.padding ?? 60, maxZoom: 16 }
  const map = new MapLibre({
    container,
    style: styleOf(coloursOf(container), ground),
    ...(options.bounds === null && options.start !== undefined
      ? { center: [...options.start.centre], zoom: options.start.zoom }
      : { bounds: options.bounds ?? WORLD, fitBoundsOptions: fit }),
    attributionControl: false,
    pitchWithRotate: false,
    dragRotate: false,
    maxPitch: 0,
    fadeDuration: 0,
    // without a graphics card every pixel costs
    pixelRatio: Math.min(devicePixelRatio, 1.5)
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation() // nothing would turn it back
  if (options.covered !== undefined && options.covered > 0) {
    map.setPadding({ top: 0, right: 0, bottom: options.covered, left: 0 })
    if (options.bounds !== null || options.start === undefined)
      map.fitBounds(options.bounds ?? WORLD, { ...fit, animate: false })
  }

  /** What every source shows, kept for the day the theme changes. */
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
  signal?.removeEventListener("abort", leave) // from now on whoever has it removes it
  if (ground === null) put("graticule", graticule())
  if (landscape !== null)
    for (const name of ["contours", "forest", "streams", "water"] as const) put(name, landscape[name])
  dress()
  if (ground === null)
    readBorders().then(
      (borders) => put("land", borders),
      () => undefined // the paper without borders is a map still
    )

  const names = nameWhoIsInView(map, crowd, (data) => put("who", data))
  map.on("click", ({ point }) => options.onHit(hitAt(map, crowd, point, shown.get("areas"))))
  // what is shown stays in sight when the page gives the map another size, until somebody moves on
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
    setAreas: (areas) => {
      put("areas", collection(areas.map(areaFeature)))
      put("names", collection(areas.flatMap(nameOf)))
    },
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
