// What has no way back on the server is removed there only after a while, and can be kept until then. Closing
// the page keeps it.
import { useSyncExternalStore } from "react"
import { isTheirs } from "../queries/belongings.ts"
import { watched } from "../watched.ts"

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

/** It stays after all. */
export const keep = (id: string): void => {
  clearTimeout(leaving.read().get(id)?.timer)
  change((to) => to.delete(id))
}

/** It goes without waiting any longer. */
export const leaveNow = async (id: string): Promise<void> => {
  const one = leaving.read().get(id)
  keep(id)
  await one?.remove()
}

/** Whoever wanted it gone goes themselves: all of it goes now. */
export const leaveAll = async (): Promise<void> => {
  await Promise.all([...leaving.read().keys()].map(leaveNow))
}

// somebody else is not to remove it
isTheirs(() => [...leaving.read().keys()].forEach(keep))

/** It goes in a while; `remove` says itself what went wrong. */
export const leave = (id: string, remove: () => Promise<void>): void => {
  keep(id)
  const timer = setTimeout(() => void leaveNow(id), LEAVES_AFTER_MS)
  change((to) => to.set(id, { at: Date.now() + LEAVES_AFTER_MS, timer, remove }))
}

/** When what is on its way goes, epoch ms by id. */
export const useLeaving = (): ReadonlyMap<string, Pick<Leaving, "at">> =>
  useSyncExternalStore(leaving.watch, leaving.read)
