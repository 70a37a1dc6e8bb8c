// The position of this device, requested from the browser only on the user's action and not sent by itself; in a
// report it is a place like a clicked one.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { toast } from "../../shell/toasts.ts"
import type { Place } from "./shape.ts"

const PATIENCE_MS = 20_000

/**
 * useWhereIAm returns a function that asks for the position; `instead`: what to do where the browser gives
 * none.
 */
export const useWhereIAm = (
  found: (place: Place, accuracyM: number) => void,
  instead = words.common.whereIAm.clickYourPlace
) => {
  const [asking, setAsking] = useState(false)
  const ask = () => {
    if (!isSecureContext) return toast(words.common.whereIAm.needsHttps({ instead }), "bad")
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        found([coords.longitude, coords.latitude], coords.accuracy)
      },
      ({ code, PERMISSION_DENIED }) => {
        setAsking(false)
        toast(
          code === PERMISSION_DENIED
            ? words.common.whereIAm.denied({ instead })
            : words.common.whereIAm.unavailable({ instead }),
          "bad"
        )
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 15_000 }
    )
  }
  return { ask, asking }
}
