// Moves the map so that no panel covers a position.
import type { Field } from "../live/LiveMap.ts"

/** Pixels of the map that panels cover: left, top, right, bottom. */
const COVERED_PX = [360, 80, 60, 140] as const

/** reveal moves the map if a position is covered or out of view. */
export const reveal = ({ map }: Field, at: readonly [number, number]): void => {
  const { x, y } = map.pixelOf(at)
  const { clientHeight: tall, clientWidth: wide } = map.maplibre.getContainer()
  const narrow = wide < 700
  const [left, top, right, bottom] = narrow ? ([20, 60, 20, 20] as const) : COVERED_PX
  if (x >= left && x <= wide - right && y >= top && y <= tall - bottom) return
  map.maplibre.easeTo({ center: [at[0], at[1]], duration: 300, offset: [narrow ? 0 : left / 2, 0] })
}
