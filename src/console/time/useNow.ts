// The clock of pages: one timer for all that shows an age.
import { useSyncExternalStore } from "react"

const EVERY_MS = 5000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const listen = (tell: () => void) => {
  listeners.add(tell)
  // nobody has looked at the clock for a while
  if (timer === undefined) now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, EVERY_MS)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Epoch ms, a few seconds old at most. */
export const useNow = (): number => useSyncExternalStore(listen, () => now)
