// Toasts: short messages about the user's last action or an error, one at a time, hidden after a while.
import { watched } from "../watched.ts"

/** A toast. */
interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: "good" | "bad"
  readonly undo: (() => void) | null
  /** how long it is shown */
  readonly forMs: number
}

const SHOWN_MS = 8000

const current = watched<Notice | null>(null)
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined

const show = (notice: Notice | null): void => {
  clearTimeout(timer)
  current.set(notice)
}

/** Reads and watches the current toast. */
export const { read: readToast, watch: watchToast } = current

const leave = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => show(null), current.read()?.forMs ?? SHOWN_MS)
}

/** Shows a toast. */
export const toast = (
  text: string,
  tone: Notice["tone"] = "good",
  undo: (() => void) | null = null,
  forMs = SHOWN_MS
): void => {
  show({ id: ++count, text, tone, undo, forMs })
  leave()
}

/** Keeps the toast while it is hovered or focused, so that there is time to read it. */
export const hold = (): void => clearTimeout(timer)
/** Lets the toast disappear again after its time. */
export const release = leave
/** Closes the toast. */
export const close = (): void => show(null)
