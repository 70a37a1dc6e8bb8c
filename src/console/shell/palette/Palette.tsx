// The dialog of ⌘K. Its content is loaded when the page is idle.
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react"
import { loadWords, words } from "../../../words/language.ts"
import { useModal } from "../../design/useModal.ts"
import { closePalette, openPalette, readPalette, watchPalette } from "./palette.ts"
import look from "./palette.module.css"

const load = async () => {
  const [module] = await Promise.all([import("./Body.tsx"), loadWords("palette", "alerts", "charts")])
  return { default: module.Body }
}
const Body = lazy(load)

/** PRELOAD_DELAY_MS is the delay before the content is loaded: by then the page has read its own data. */
const PRELOAD_DELAY_MS = 3000

/** The dialog of the palette. */
export const Palette = () => {
  const open = useSyncExternalStore(watchPalette, readPalette)
  const dialog = useModal(open, closePalette)
  useEffect(() => {
    const soon = setTimeout(() => void load().catch(() => {}), PRELOAD_DELAY_MS)
    return () => clearTimeout(soon)
  }, [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      openPalette()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
  return (
    <dialog
      {...dialog}
      className={look["palette"]}
      aria-label={words.common.shell.find}
      onClick={({ currentTarget, target }) => {
        if (target === currentTarget) closePalette()
      }}
    >
      {open && (
        <Suspense>
          <Body />
        </Suspense>
      )}
    </dialog>
  )
}
