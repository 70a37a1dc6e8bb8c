// Drags the sheet by its head: it follows the pointer without React renders and settles at one of its heights.
import { type PointerEvent, useEffect, useRef } from "react"
import { resting, type SheetHeight } from "./sheet.ts"

/** A smaller movement is a press. */
const STILL_PX = 6
/** Height of the head that stays visible. */
const LEAST_PX = 48

/** Suppresses the click after a drag. */
const swallow = (event: Event): void => {
  event.stopPropagation()
  event.preventDefault()
}

/**
 * usePull returns the `onPointerDown` of the sheet's head; the parent of the head is the sheet, and its
 * parent the page. Movements are observed on the window, because a mouse leaves the head at once.
 */
export const usePull = (height: SheetHeight, onHeight: (to: SheetHeight) => void) => {
  const pulling = useRef<AbortController | null>(null)
  useEffect(() => () => pulling.current?.abort(), [])
  return ({ clientY: start, currentTarget, timeStamp }: PointerEvent<HTMLElement>) => {
    const sheet = currentTarget.parentElement!
    const tall = sheet.offsetHeight
    let last = [start, timeStamp] as const,
      speed = 0,
      pulled = false
    const move = ({ clientY: y, timeStamp: at }: globalThis.PointerEvent) => {
      if (!pulled && Math.abs(y - start) < STILL_PX) return
      pulled = true
      sheet.dataset["pulled"] = "true"
      sheet.style.height = `${Math.max(LEAST_PX, tall + start - y)}px`
      if (at > last[1]) speed = ((last[0] - y) * 1000) / (at - last[1])
      last = [y, at]
    }
    const end = () => {
      pulling.current?.abort()
      if (!pulled) return
      addEventListener("click", swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener("click", swallow, { capture: true }))
      const share = sheet.offsetHeight / sheet.parentElement!.clientHeight
      sheet.style.height = ""
      delete sheet.dataset["pulled"]
      onHeight(resting(height, share, speed))
    }
    pulling.current?.abort()
    pulling.current = new AbortController()
    const { signal } = pulling.current
    addEventListener("pointermove", move, { signal })
    for (const over of ["pointerup", "pointercancel"] as const) addEventListener(over, end, { signal })
  }
}
