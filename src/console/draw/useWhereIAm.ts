// Where one stands, asked of the browser when somebody wants it and at no other time. It is sent by nobody: in a
// report it is a place like one that was clicked, and goes with the report.
import { useState } from "react"
import { say } from "../shell/notices.ts"
import type { Place } from "./shape.ts"

const PATIENCE_MS = 20_000

/** `instead`: what somebody can do whose browser does not tell. */
export const useWhereIAm = (
  found: (place: Place, accuracyM: number) => void,
  instead = "click your place"
) => {
  const [asking, setAsking] = useState(false)
  const ask = () => {
    if (!isSecureContext) return say(`Browsers tell where you are over https alone: ${instead}.`, "bad")
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        found([coords.longitude, coords.latitude], coords.accuracy)
      },
      ({ code, PERMISSION_DENIED }) => {
        setAsking(false)
        say(
          code === PERMISSION_DENIED
            ? `The browser may not say where you are: ${instead}.`
            : `Nobody knows where you are just now: ${instead}.`,
          "bad"
        )
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 15_000 }
    )
  }
  return { ask, asking }
}
