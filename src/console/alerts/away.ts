// Distance and direction from the position of the device, which never leaves the browser.

type Place = readonly [lon: number, lat: number]

const EARTH_M = 6_371_000
const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * away returns the great-circle distance in metres (haversine) and the compass direction from one place to
 * another.
 */
export const away = (from: Place, to: Place): { readonly metres: number; readonly wind: string } => {
  const here = radians(from[1]),
    there = radians(to[1]),
    east = radians(to[0] - from[0])
  const h = Math.sin((there - here) / 2) ** 2 + Math.cos(here) * Math.cos(there) * Math.sin(east / 2) ** 2
  const bearing = Math.atan2(
    Math.sin(east) * Math.cos(there),
    Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(east)
  )
  const wind = WINDS[(Math.round((bearing / Math.PI) * 4) + 8) % 8]!
  return { metres: 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h))), wind }
}
