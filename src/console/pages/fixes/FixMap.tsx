// The map on which fixes are selected: by a click, with Shift several, or by a box drawn with the mouse. While one is
// being moved, a click sets its place.
import { useEffect, useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import { useLayers } from "../live/useLayers.ts"
import type { TrackingMap } from "../../map/TrackingMap.ts"
import { boundsOf } from "../../map/places.ts"
import type { Fix } from "../../data/fixes.ts"
import { type FixLayers, openFixLayers } from "../../map/fixLayers.ts"
import { wrapLongitude } from "../../map/unwrap.ts"
import look from "./fixes.module.css"
import type { Picking } from "./usePicking.ts"

type Pixel = readonly [number, number]

interface FixMapProps {
  readonly name: string
  readonly of: ReadonlyArray<Fix>
  readonly picking: Picking
  /** new place of the selected fix; null: unchanged */
  readonly moved: readonly [lon: number, lat: number] | null
  /** null: a click selects */
  readonly onPlace: ((at: readonly [lon: number, lat: number]) => void) | null
}

const START: MapStart = { bounds: "areas", padding: { top: 60, right: 40, bottom: 60, left: 40 } }
/** Pixels that the mouse may move during a click. */
const CLICK_SLOP_PX = 4

const cornersOf = ([x, y]: Pixel, [u, v]: Pixel) =>
  [
    [Math.min(x, u), Math.min(y, v)],
    [Math.max(x, u), Math.max(y, v)]
  ] as const

/** FixMap selects fixes on a map. */
export const FixMap = ({ moved, name, of, onPlace, picking }: FixMapProps) => {
  const { map, mount } = useAreasMap(START)
  const layers = useRef<FixLayers | null>(null)
  useLayers(layers, map, openFixLayers)
  const [box, setBox] = useState<readonly [Pixel, Pixel] | null>(null)
  const begun = useRef<Pixel | null>(null)
  const fitted = useRef<TrackingMap | null>(null)

  useEffect(() => {
    if (map !== null) layers.current?.show(of, picking.picked, moved)
  }, [map, of, picking.picked, moved])
  useEffect(() => {
    if (map === null || of.length === 0 || fitted.current === map) return
    fitted.current = map
    const bounds = boundsOf(
      of.map(({ geometry: { coordinates } }) => ({ at: coordinates })),
      []
    )
    if (bounds !== null) map.show(bounds)
  }, [map, of])

  /** Returns the pixel of a pointer, clamped to the map: fixes outside are not visible. */
  const pixelOf = (event: React.PointerEvent): Pixel => {
    const { height, left, top, width } = event.currentTarget.getBoundingClientRect()
    return [
      Math.min(width, Math.max(0, event.clientX - left)),
      Math.min(height, Math.max(0, event.clientY - top))
    ]
  }
  const leave = () => {
    begun.current = null
    map?.maplibre.dragPan.enable()
    setBox(null)
  }
  const down = (event: React.PointerEvent) => {
    // touch, Ctrl and other buttons move the map
    const draws = event.pointerType === "mouse" && event.button === 0 && !event.ctrlKey && onPlace === null
    begun.current = pixelOf(event)
    if (draws) map?.maplibre.dragPan.disable()
    else map?.maplibre.dragPan.enable()
    map?.maplibre.boxZoom.disable()
  }
  const move = (event: React.PointerEvent) => {
    const from = begun.current
    if (from === null || map?.maplibre.dragPan.isEnabled() !== false) return
    // the pointer left the map before the drag and was released outside
    if (event.buttons === 0) return leave()
    const to = pixelOf(event)
    if (box === null) {
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) <= CLICK_SLOP_PX) return
      // capture only from here on: MapLibre must receive clicks
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    setBox([from, to])
  }
  const up = (event: React.PointerEvent) => {
    const from = begun.current
    const drawn = box
    leave()
    if (from === null || layers.current === null || map === null) return
    const at = pixelOf(event)
    if (drawn !== null) {
      const [a, b] = cornersOf(from, at)
      return picking.pick(layers.current.within(a, b), event.shiftKey)
    }
    if (Math.hypot(at[0] - from[0], at[1] - from[1]) > CLICK_SLOP_PX) return
    if (onPlace !== null) {
      const { lat, lng } = map.maplibre.unproject([at[0], at[1]])
      // the click may be on a repeated copy of the world
      return onPlace([wrapLongitude(lng), lat])
    }
    const id = layers.current.at(at)
    if (id !== null) picking.pick([id], event.shiftKey)
    else if (!event.shiftKey) picking.pick([], false)
  }
  return (
    <div
      className={look["ground"]}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={leave}
    >
      <div className={look["map"]} ref={mount} role="application" aria-label={words.fixes.map({ name })} />
      {box !== null && <Box of={cornersOf(...box)} />}
    </div>
  )
}

const Box = ({ of: [[x, y], [right, bottom]] }: { readonly of: ReturnType<typeof cornersOf> }) => (
  <div className={look["box"]} style={{ left: x, top: y, width: right - x, height: bottom - y }} />
)
