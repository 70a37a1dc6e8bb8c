// What drawing asks of the map beneath it, outside React: which area is under the pen and not to be drawn twice,
// what a file would bring, and that clicks are the pen's.
import type { Area } from "../map/places.ts"

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

let pencil = idle
const watchers = new Set<() => void>()

export const readPencil = (): Pencil => pencil
export const watchPencil = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

const change = (to: Pencil): void => {
  pencil = to
  for (const watch of watchers) watch()
}

/** Takes the map until the answer is called. */
export const takePencil = (area: string | null): (() => void) => {
  change({ ...pencil, busy: true, area })
  return () => change({ ...idle, chosen: pencil.chosen })
}

/** Marks an area until the answer is called. */
export const mark = (area: string): (() => void) => {
  change({ ...pencil, chosen: area })
  return () => change({ ...pencil, chosen: null })
}

/** Shapes that would be there. */
export const preview = (areas: ReadonlyArray<Area>): void => change({ ...pencil, preview: areas })
