// The one time cursor: null is live. It moves many times a second while somebody drags or plays, so it is
// outside React; the address learns where it came to rest.

let at: number | null = null
const watchers = new Set<(at: number | null) => void>()

/** Epoch ms; null: live. */
export const readCursor = (): number | null => at

export const setCursor = (to: number | null): void => {
  if (to === at) return
  at = to
  for (const watch of watchers) watch(at)
}

export const watchCursor = (watch: (at: number | null) => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
