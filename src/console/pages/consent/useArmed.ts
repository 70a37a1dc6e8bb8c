// Guards a button against accidental presses: it works only after the page has been visible for a moment
// (clickjacking, double clicks).
import { useEffect, useState } from "react"

const MOMENT_MS = 500

/** useArmed returns whether the page has been visible long enough for a deliberate press. */
export const useArmed = (): boolean => {
  const [armed, setArmed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      setArmed(false)
      if (document.visibilityState === "visible") timer = setTimeout(() => setArmed(true), MOMENT_MS)
    }
    look()
    document.addEventListener("visibilitychange", look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [])
  return armed
}
