// The dialog of ⌘K. What is in it is loaded when the page has nothing else to do.
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react"
import { useModal } from "../look/useModal.ts"
import { closePalette, openPalette, readPalette, watchPalette } from "./palette.ts"
import look from "./palette.module.css"

const load = async () => ({ default: (await import("./Body.tsx")).Body })
const Body = lazy(load)

/** After so long the page that was opened has read what it shows. */
const SOON_MS = 3000

export const Palette = () => {
  const open = useSyncExternalStore(watchPalette, readPalette)
  const dialog = useModal(open, closePalette)
  useEffect(() => {
    const soon = setTimeout(() => void load().catch(() => {}), SOON_MS)
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
      aria-label="Find"
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
