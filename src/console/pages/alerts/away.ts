// Distance and direction from the position of the device, which never leaves the browser.

import { bearing } from "../../../domain/geo/bearing.ts"
import { distance } from "../../../domain/geo/distance.ts"

type Place = readonly [lon: number, lat: number]

const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const

type Wind = (typeof WINDS)[number]

/** Returns the great-circle distance in metres and the compass direction from one place to another. */
export const away = (
  [fromLon, fromLat]: Place,
  [toLon, toLat]: Place
): { readonly metres: number; readonly wind: Wind } => ({
  metres: distance(fromLon, fromLat, toLon, toLat),
  wind: WINDS[Math.round(bearing(fromLon, fromLat, toLon, toLat) / 45) % 8]!
})
