// What drawing asks of the map beneath it, outside React: which area is under the pen and not to be drawn twice,
// what a file would bring, and that clicks are the pen's.
import type { Area } from "../map/places.ts"
import { watched } from "../watched.ts"

export interface Pencil {
  /** clicks on the map draw, and choose nobody */
  readonly busy: boolean
  /** the area that is being changed; null: none that is there */
  readonly area: string | null
  /** the area that is looked at; null: none */
  readonly chosen: string | null
  /** shapes that are not saved yet */
  readonly preview: ReadonlyArray<Area>
}

const idle: Pencil = { busy: false, area: null, chosen: null, preview: [] }

const pencil = watched(idle)
const change = (to: Partial<Pencil>): void => pencil.set({ ...pencil.read(), ...to })

export const { read: readPencil, watch: watchPencil } = pencil

/** Takes the map until the answer is called. */
export const takePencil = (area: string | null): (() => void) => {
  change({ busy: true, area })
  return () => change({ ...idle, chosen: pencil.read().chosen })
}

/** Marks an area until the answer is called. */
export const mark = (area: string): (() => void) => {
  change({ chosen: area })
  return () => change({ chosen: null })
}

/** Shapes that would be there. */
export const preview = (areas: ReadonlyArray<Area>): void => change({ preview: areas })
