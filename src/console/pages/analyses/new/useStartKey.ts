// The keyboard command that starts a run, also from within a field.
import { useEffect, useRef } from "react"

/** useStartKey calls `start` on Ctrl+Enter or ⌘+Enter. */
export const useStartKey = (start: () => Promise<unknown>) => {
  const starting = useRef(start)
  useEffect(() => {
    starting.current = start
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      void starting.current()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}
