import { useSyncExternalStore } from "react"

/** The breakpoint of the style sheets for phones. */
const narrow = matchMedia("(max-width: 700px)")

/** isPhone tells whether the window has the width of a phone. */
export const isPhone = (): boolean => narrow.matches

const watch = (tell: () => void): (() => void) => {
  narrow.addEventListener("change", tell)
  return () => narrow.removeEventListener("change", tell)
}

/** usePhone is `isPhone`, updated on resize. */
export const usePhone = (): boolean => useSyncExternalStore(watch, isPhone)
