// What has no way back on the server is removed there only after a while, and can be kept until then. Closing
// the page keeps it.
import { useSyncExternalStore } from "react"

export const LEAVES_AFTER_MS = 30_000

interface Leaving {
  /** epoch ms */
  readonly at: number
  readonly timer: ReturnType<typeof setTimeout>
  readonly remove: () => void
}

let leaving: ReadonlyMap<string, Leaving> = new Map()
const watchers = new Set<() => void>()

const change = (change: (to: Map<string, Leaving>) => void): void => {
  const next = new Map(leaving)
  change(next)
  leaving = next
  for (const watch of watchers) watch()
}

/** It stays after all. */
export const keep = (id: string): void => {
  clearTimeout(leaving.get(id)?.timer)
  change((to) => to.delete(id))
}

/** It goes without waiting any longer. */
export const leaveNow = (id: string): void => {
  const one = leaving.get(id)
  keep(id)
  one?.remove()
}

/** It goes in a while. */
export const leave = (id: string, remove: () => void): void => {
  keep(id)
  const timer = setTimeout(() => leaveNow(id), LEAVES_AFTER_MS)
  change((to) => to.set(id, { at: Date.now() + LEAVES_AFTER_MS, timer, remove }))
}

const watch = (tell: () => void): (() => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** When what is on its way goes, epoch ms by id. */
export const useLeaving = (): ReadonlyMap<string, Pick<Leaving, "at">> =>
  useSyncExternalStore(watch, () => leaving)
