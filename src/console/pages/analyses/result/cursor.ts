// The time that charts and map of a result share. It changes with each pointer event, so it lives outside React
// state: only its marks subscribe.

/** Cursor is the time under the pointer in epoch ms; null: none. */
export interface Cursor {
  readonly at: () => number | null
  readonly point: (at: number | null) => void
  /** Calls `listener` at each move until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** makeCursor creates a cursor without a time. */
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
