// The moment that the charts and the map of a result share. It moves with each pointer event, so it is kept beside
// React: only the marks that show it hear of it.

/** Cursor is the moment that is pointed at, epoch ms; null: none is. */
export interface Cursor {
  readonly at: () => number | null
  readonly point: (at: number | null) => void
  /** Calls back at each move, until what it returns is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** makeCursor makes a cursor that points at nothing yet. */
export const makeCursor = (): Cursor => {
  const listeners = new Set<() => void>()
  let moment: number | null = null
  return {
    at: () => moment,
    point: (at) => {
      if (at === moment) return
      moment = at
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}
