// Delayed removal of objects that the server cannot restore: they are removed after a while, and can be kept until
// then. Closing the page keeps them.
import { useSyncExternalStore } from "react"
import { onSignOut } from "../data/signOut.ts"
import { watched } from "../watched.ts"

/** LEAVES_AFTER_MS is the delay before an object is removed. */
export const LEAVES_AFTER_MS = 30_000

interface Leaving {
  /** epoch ms */
  readonly at: number
  readonly timer: ReturnType<typeof setTimeout>
  readonly remove: () => Promise<void>
}

const leaving = watched<ReadonlyMap<string, Leaving>>(new Map())

const change = (change: (to: Map<string, Leaving>) => void): void => {
  const next = new Map(leaving.read())
  change(next)
  leaving.set(next)
}

/** Cancels a removal. */
export const keep = (id: string): void => {
  clearTimeout(leaving.read().get(id)?.timer)
  change((to) => to.delete(id))
}

/** Removes an object without further delay. */
export const leaveNow = async (id: string): Promise<void> => {
  const one = leaving.read().get(id)
  keep(id)
  await one?.remove()
}

/** Before sign-out by the user: removes everything that waits. */
export const leaveAll = async (): Promise<void> => {
  await Promise.all([...leaving.read().keys()].map(leaveNow))
}

// another user of the tab must not remove it
onSignOut(() => [...leaving.read().keys()].forEach(keep))

/** Removes an object after the delay; `remove` shows its own errors. */
export const leave = (id: string, remove: () => Promise<void>): void => {
  keep(id)
  const timer = setTimeout(() => void leaveNow(id), LEAVES_AFTER_MS)
  change((to) => to.set(id, { at: Date.now() + LEAVES_AFTER_MS, timer, remove }))
}

/** Times of pending removals, epoch ms by id. */
export const useLeaving = (): ReadonlyMap<string, Pick<Leaving, "at">> =>
  useSyncExternalStore(leaving.watch, leaving.read)
