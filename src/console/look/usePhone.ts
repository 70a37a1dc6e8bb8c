import { useSyncExternalStore } from "react"

/** As narrow as the style sheets take for a phone. */
const narrow = matchMedia("(max-width: 700px)")

export const isPhone = (): boolean => narrow.matches

const watch = (tell: () => void): (() => void) => {
  narrow.addEventListener("change", tell)
  return () => narrow.removeEventListener("change", tell)
}

export const usePhone = (): boolean => useSyncExternalStore(watch, isPhone)
