// The state that drawing shares with the map, outside React: the edited area, which the map hides, a preview of a
// file, and that clicks belong to the pen.
import type { Area } from "../../map/places.ts"
import { watched } from "../../watched.ts"

/** Pencil is the drawing state of the map. */
interface Pencil {
  /** clicks draw and select nothing */
  readonly busy: boolean
  /** id of the area that is being changed; null: none */
  readonly area: string | null
  /** id of the selected area; null: none */
  readonly chosen: string | null
  /** shapes that are not saved yet */
  readonly preview: ReadonlyArray<Area>
}

const idle: Pencil = { busy: false, area: null, chosen: null, preview: [] }

const pencil = watched(idle)
const change = (to: Partial<Pencil>): void => pencil.set({ ...pencil.read(), ...to })

export const { read: readPencil, watch: watchPencil } = pencil

/** takePencil reserves the map for drawing until the returned function is called. */
export const takePencil = (area: string | null): (() => void) => {
  change({ busy: true, area })
  return () => change({ ...idle, chosen: pencil.read().chosen })
}

/** mark selects an area on the map until the returned function is called. */
export const mark = (area: string): (() => void) => {
  change({ chosen: area })
  return () => change({ chosen: null })
}

/** preview shows unsaved shapes on the map. */
export const preview = (areas: ReadonlyArray<Area>): void => change({ preview: areas })
