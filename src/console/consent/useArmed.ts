// A button that was under the finger before anybody could read it is no answer: it works once the page has been
// in view for a moment.
import { useEffect, useState } from "react"

const MOMENT_MS = 500

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
