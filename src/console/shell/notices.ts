// Short sentences about what somebody has just done, or what went wrong: one at a time, gone after a while.
import { watched } from "../watched.ts"

export interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: "good" | "bad"
  readonly undo: (() => void) | null
  /** as long as it is shown */
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

export const { read: readNotice, watch: watchNotice } = current

const leave = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => show(null), current.read()?.forMs ?? SHOWN_MS)
}

export const say = (
  text: string,
  tone: Notice["tone"] = "good",
  undo: (() => void) | null = null,
  forMs = SHOWN_MS
): void => {
  show({ id: ++count, text, tone, undo, forMs })
  leave()
}

/** Whoever reads it takes their time: it stays while it is pointed at or has the focus. */
export const hold = (): void => clearTimeout(timer)
export const release = leave
export const close = (): void => show(null)
