// Coordinates of a table that are no longitudes and latitudes: those of a system that is said, or of the zone of UTM
// that each row names.
import { type CoordinateSystem, readSystem } from "../domain/geo/systems/readSystem.ts"
import type { Grid } from "../domain/intake/Reading.ts"

const UTM_NORTH_CODE = 32_600
const UTM_SOUTH_CODE = 32_700
const UTM_ZONES = 60

/** Returns the system of a zone as a cell names it, or why there is none, in words. */
const zoneOf = (text: string): CoordinateSystem | { readonly reason: string } => {
  const said = text.trim().slice(0, 20),
    [, number, letter = ""] =
      /^(?:UTM\s*)?(?:zone\s*)?(\d{1,2})\s*-?\s*([A-Z]|north|south)?$/iu.exec(said) ?? [],
    zone = Number(number),
    band = letter.toUpperCase()
  if (said === "") return { reason: "no zone of UTM is said" }
  if (!(zone >= 1 && zone <= UTM_ZONES)) return { reason: `"${said}" is no zone of UTM` }
  if (band === "") return { reason: `zone "${said}" does not say whether it is north or south` }
  if (band === "S") return { reason: `zone "${said}" can be the south, or band S, which is north` }
  const isWord = band.length > 1
  if (!isWord && !/^[C-HJ-NP-X]$/u.test(band)) return { reason: `"${said}" is no zone of UTM` }
  const read = readSystem(
    `EPSG:${(isWord ? band === "NORTH" : band >= "N") ? UTM_NORTH_CODE + zone : UTM_SOUTH_CODE + zone}`
  )
  return read._tag === "System" ? read.system : { reason: read.detail }
}

/** What is said of the system of all rows, as a grid; or why there is none, in words. */
export const saidGrid = (said: string): Grid | { readonly reason: string } => {
  const read = readSystem(said)
  if (read._tag === "Refused") return { reason: read.detail.replace(/\.$/u, "") }
  const { isInDegrees, name, toWgs84 } = read.system
  return {
    isDegrees: isInDegrees,
    isSaid: true,
    toDegrees: (x, y) =>
      toWgs84(x, y) ?? { reason: `${x}, ${y} lies outside of where ${name} is used`, isUnclear: false }
  }
}

/** What a person should know of a system that is said, in words; null: nothing. */
export const systemNote = (said: string): string | null => {
  const read = readSystem(said)
  if (read._tag === "Refused" || read.system.isWgs84) return null
  const { accuracyM, name } = read.system,
    exact = accuracyM === null || accuracyM === 0 ? "" : `, whose shift is known to ${accuracyM} m`
  return `The coordinates are in ${name}${exact}`
}

/** Easting and northing of any zone: further out the two were taken for each other. */
const isInZone = (x: number, y: number): boolean => x > 0 && x < 1_000_000 && y >= 0 && y <= 10_000_000

/** Zones that are remembered: there are 60, each written in a few ways. */
const MAX_ZONES = 1000

/** Returns the grid of rows that say their zone of UTM, of WGS 84. */
export const zoneGrid = (): Grid => {
  const systems = new Map<string, ReturnType<typeof zoneOf>>()
  return {
    isDegrees: false,
    isSaid: false,
    toDegrees: (x, y, zone) => {
      let system = systems.get(zone)
      if (system === undefined) {
        system = zoneOf(zone)
        if (systems.size < MAX_ZONES) systems.set(zone, system)
      }
      if ("reason" in system) return { reason: system.reason, isUnclear: true }
      const place = isInZone(x, y) ? system.toWgs84(x, y) : null
      return place ?? { reason: `${x}, ${y} is nowhere in zone ${zone}`, isUnclear: false }
    }
  }
}
