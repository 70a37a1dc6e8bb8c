// Coordinate systems that a table may be in: by the code of a few that field work uses, or by their definition. What
// is not known is refused by its name; nothing is looked up anywhere.
import proj4 from "proj4"
import type { Grid } from "../domain/intake/Reading.ts"

const WGS84 = "+proj=longlat +datum=WGS84 +no_defs"

/** The definition of a zone of UTM. */
const utm = (zone: number, isSouth: boolean, figure: string): string =>
  `+proj=utm +zone=${zone} ${isSouth ? "+south " : ""}${figure} +units=m +no_defs`

const ETRS89 = "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0"

/** The definition of a code of EPSG; null: it is not known here. */
const definitionOf = (code: number): string | null => {
  const zone = code % 100
  if (code === 4326) return WGS84
  if (code === 4258) return `+proj=longlat ${ETRS89} +no_defs`
  if (code === 3857) return "+proj=merc +a=6378137 +b=6378137 +nadgrids=@null +units=m +no_defs"
  if (code === 3035)
    return `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${ETRS89} +units=m +no_defs`
  if (code >= 32_601 && code <= 32_660) return utm(zone, false, "+datum=WGS84")
  if (code >= 32_701 && code <= 32_760) return utm(zone, true, "+datum=WGS84")
  return code >= 25_828 && code <= 25_838 ? utm(zone, false, ETRS89) : null
}

/** Which codes are known, in words. */
const KNOWN =
  "4326, 4258, 3857, 3035, 32601 to 32660, 32701 to 32760 (UTM of WGS 84), 25828 to 25838 (of ETRS89)"

/** Characters of a definition. */
const MAX_DEFINITION = 5000

/** What `proj4` knows of the datum of a system. */
const NO_DATUM = 5
const GRID_SHIFT = 3

interface KnownSystem {
  readonly isDegrees: boolean
  readonly toDegrees: (x: number, y: number) => readonly [lon: number, lat: number] | null
}

/** A system, or why there is none, in words. */
type ReadSystem = KnownSystem | { readonly reason: string }

/** Decimals of a degree that are kept: a millimetre. */
const DECIMALS = 8

const systemOf = (definition: string, name: string): ReadSystem => {
  try {
    const system = proj4.Proj(definition),
      { a, b, datum } = system as unknown as {
        a: number
        b: number
        datum: { datum_type: number } | undefined
      },
      isWgs84Figure = Math.abs(a - 6_378_137) < 1 && Math.abs(b - 6_356_752.3) < 1
    if (datum?.datum_type === GRID_SHIFT && !/nadgrids=@null/u.test(definition))
      return { reason: `${name} needs a grid of shifts, which is not at hand: reproject the file first` }
    if (datum?.datum_type === NO_DATUM && !isWgs84Figure && !/nadgrids=@null/u.test(definition))
      return {
        reason:
          `${name} does not say how it lies to WGS 84 (+towgs84=...): ` +
          "places would be hundreds of metres off"
      }
    const { forward } = proj4(system, proj4.Proj(WGS84))
    return {
      isDegrees: (system as unknown as { projName: string }).projName === "longlat",
      toDegrees: (x, y) => {
        const [lon, lat] = forward([x, y]) as [number, number]
        if (!Number.isFinite(lon) || !Number.isFinite(lat) || Math.abs(lat) > 90) return null
        return [Number(lon.toFixed(DECIMALS)), Number(lat.toFixed(DECIMALS))]
      }
    }
  } catch {
    return { reason: `${name} cannot be read as a coordinate system` }
  }
}

/** Reads what a person says of a system: a code of EPSG, a text of PROJ, or WKT. */
export const readSystem = (said: string): ReadSystem => {
  const text = said.trim(),
    [, code] = /^(?:(?:urn:ogc:def:crs:)?EPSG:(?:[\d.]*:)?)?(\d{4,6})$/iu.exec(text) ?? []
  if (code !== undefined) {
    const definition = definitionOf(Number(code))
    return definition === null
      ? { reason: `EPSG:${code} is not known here; known are ${KNOWN}, and definitions of PROJ or WKT` }
      : systemOf(definition, `EPSG:${code}`)
  }
  const name = `"${text.slice(0, 60)}"`
  if (text.length > MAX_DEFINITION) return { reason: `${name} is longer than ${MAX_DEFINITION} characters` }
  if (/\+(?:init|geoidgrids)=|\+nadgrids=(?!@null)/u.test(text))
    return { reason: `${name} names files that are not at hand` }
  if (/^\+proj=|^[A-Z]{4,20}\s*\[/iu.test(text)) return systemOf(text, name)
  return { reason: `${name} is no coordinate system: write EPSG:32633, or a definition of PROJ or WKT` }
}

/** The definition of the zone that a cell names; a text: why there is none. */
const zoneOf = (text: string): { readonly definition: string } | { readonly reason: string } => {
  const [, number, letter] =
      /^(?:UTM\s*)?(?:zone\s*)?(\d{1,2})\s*-?\s*([A-Z]|north|south)?$/iu.exec(text.trim()) ?? [],
    zone = Number(number),
    band = letter?.toUpperCase() ?? ""
  if (text.trim() === "") return { reason: "no zone of UTM is said" }
  if (!(zone >= 1 && zone <= 60)) return { reason: `"${text.slice(0, 20)}" is no zone of UTM` }
  if (band === "") return { reason: `zone "${text}" does not say whether it is north or south` }
  if (band === "S") return { reason: `zone "${text}" can be the south, or band S, which is north` }
  if (band === "NORTH" || band === "SOUTH") return { definition: utm(zone, band === "SOUTH", "+datum=WGS84") }
  if (!/^[C-HJ-NP-X]$/u.test(band)) return { reason: `"${text.slice(0, 20)}" is no zone of UTM` }
  return { definition: utm(zone, band < "N", "+datum=WGS84") }
}

/** What is said of the system of all rows, as a grid; fails with the reason in words. */
export const saidGrid = (said: string): Grid | { readonly reason: string } => {
  const system = readSystem(said)
  if ("reason" in system) return system
  return {
    isDegrees: system.isDegrees,
    isSaid: true,
    toDegrees: (x, y) =>
      system.toDegrees(x, y) ?? { reason: `${x}, ${y} is nowhere in ${said.slice(0, 60)}`, isUnclear: false }
  }
}

/** The furthest that coordinates of a zone go, with some room beyond its borders. */
const isInZone = (x: number, y: number): boolean => x > 0 && x < 1_000_000 && y >= 0 && y <= 10_000_000

/** The grid of rows that say their zone of UTM, of WGS 84. */
export const zoneGrid = (): Grid => {
  const systems = new Map<string, ReadSystem>()
  return {
    isDegrees: false,
    isSaid: false,
    toDegrees: (x, y, zone) => {
      let system = systems.get(zone)
      if (system === undefined) {
        const found = zoneOf(zone)
        system = "reason" in found ? found : systemOf(found.definition, zone)
        if (systems.size < 200) systems.set(zone, system)
      }
      if ("reason" in system) return { reason: system.reason, isUnclear: true }
      const place = isInZone(x, y) ? system.toDegrees(x, y) : null
      return place ?? { reason: `${x}, ${y} is nowhere in zone ${zone}`, isUnclear: false }
    }
  }
}
