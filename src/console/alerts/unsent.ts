// How much of what somebody did waits for the server: every page says it, whoever sends it.
const watchers = new Set<() => void>()
let count = 0

export const readUnsent = (): number => count
export const watchUnsent = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

export const tellUnsent = (now: number): void => {
  count = now
  for (const watch of watchers) watch()
}
