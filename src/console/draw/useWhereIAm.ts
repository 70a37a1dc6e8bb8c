// Where one stands, asked of the browser when somebody wants it and at no other time. It is a place of a report
// like one that was clicked: nothing is sent before the report is.
import { useState } from "react"
import { say } from "../shell/notices.ts"
import type { Place } from "./shape.ts"

const PATIENCE_MS = 20_000

export const useWhereIAm = (found: (place: Place) => void) => {
  const [asking, setAsking] = useState(false)
  const ask = () => {
    if (!isSecureContext) return say("Browsers tell where you are over https alone: click your place.", "bad")
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        found([coords.longitude, coords.latitude])
      },
      ({ code, PERMISSION_DENIED }) => {
        setAsking(false)
        say(
          code === PERMISSION_DENIED
            ? "The browser may not say where you are: click your place."
            : "Nobody knows where you are just now: click your place.",
          "bad"
        )
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 15_000 }
    )
  }
  return { ask, asking }
}
