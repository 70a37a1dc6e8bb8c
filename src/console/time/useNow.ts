// The current time for pages: one timer for all ages.
import { useSyncExternalStore } from "react"

const EVERY_MS = 5000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const listen = (tell: () => void) => {
  listeners.add(tell)
  // without subscribers the timer stopped, and `now` is old
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

/** The current time in epoch ms, at most a few seconds old. */
export const useNow = (): number => useSyncExternalStore(listen, () => now)
