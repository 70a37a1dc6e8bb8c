// Where the one who looks stands, once they have asked: known to this tab alone, and as long as it is open.

export interface Here {
  readonly at: readonly [lon: number, lat: number]
  /** as far as it may be off, m */
  readonly accuracyM: number
}

let here: Here | null = null
const watchers = new Set<() => void>()

export const readHere = (): Here | null => here

export const setHere = (to: Here): void => {
  here = to
  for (const watch of watchers) watch()
}

export const watchHere = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}
