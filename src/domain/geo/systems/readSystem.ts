// The one reader of coordinate systems: an EPSG code, or a WKT or PROJ text, and how its numbers become WGS 84
// longitude and latitude. Without Effect: it runs in browsers too. Nothing is looked up: a code is known here or
// refused by its name, and a shift that needs a grid is refused, never left out.
import proj4 from "proj4"
import { FLATTENING, SEMI_MAJOR_AXIS_M } from "../earth.ts"
import { type Extent, WORLD_EXTENT } from "./datums.ts"
import { systemOfCode } from "./knownSystems.ts"

/** A coordinate system that can be left for WGS 84. */
export interface CoordinateSystem {
  /** in words, with its code where it has one: `EPSG:32630 (WGS 84 / UTM zone 30N)` */
  readonly name: string
  /** how exactly its shift to WGS 84 is known, metres; null: as its own text says it */
  readonly accuracyM: number | null
  /** whether its numbers are WGS 84 longitude and latitude already */
  readonly isWgs84: boolean
  /** whether its numbers are degrees, of whatever figure of the earth */
  readonly isInDegrees: boolean
  /** longitude and latitude of its easting and northing; null: the place lies where it is not used */
  readonly toWgs84: (x: number, y: number) => readonly [lon: number, lat: number] | null
}

/** A system, or why there is none, for the person who named it. */
type SystemRead =
  | { readonly _tag: "System"; readonly system: CoordinateSystem }
  | { readonly _tag: "Refused"; readonly code: string; readonly detail: string }

/** Characters of a text that describes a system. */
export const MAX_SYSTEM_CHARACTERS = 4000

const REMEDY =
  "export the file as EPSG:4326, or say the system as WKT or as a PROJ text with its shift (+towgs84)"

const refused = (code: string, detail: string): SystemRead => ({ _tag: "Refused", code, detail })

/** An EPSG code as files write it: `EPSG:32630`, `urn:ogc:def:crs:EPSG::32630`, `32630`. */
const CODE_FORMS = [
  "(?:urn:(?:x-)?ogc:def:crs:)?EPSG:(?:[\\d.]*:)?",
  "https?://www\\.opengis\\.net/def/crs/EPSG/[\\d.]+/"
]
const CODE_PATTERN = new RegExp(`^(?:${CODE_FORMS.join("|")})?(\\d{4,6})$`, "iu")
const WGS84_NAME_PATTERN =
  /^(?:(?:urn:(?:x-)?ogc:def:crs:)?(?:OGC:(?:[\d.]*:)?)?CRS:?84h?|WGS[ _-]?(?:19)?84)$/iu

/** Eight digits are about a millimetre. */
const rounded = (value: number): number => Number(value.toFixed(8))

const isWithin = ([west, south, east, north]: Extent, lon: number, lat: number): boolean =>
  lat >= south &&
  lat <= north &&
  // zones at the antimeridian reach beyond it
  [lon, lon - 360, lon + 360].some((each) => each >= west && each <= east)

const wgs84: CoordinateSystem = {
  name: "WGS 84",
  accuracyM: 0,
  isWgs84: true,
  isInDegrees: true,
  toWgs84: (x, y) => [x, y]
}

/** Whether two numbers of a system of metres are degrees: within 180 m of its origin nothing is drawn. */
const areDegrees = (x: number, y: number): boolean => Math.abs(x) <= 180 && Math.abs(y) <= 90

/** Inverts a projection at a place; NaN where the projection has no value. */
const inverted = (
  inverse: (place: [number, number]) => ReadonlyArray<number>,
  x: number,
  y: number
): readonly [lon: number, lat: number] => {
  try {
    const [lon = Number.NaN, lat = Number.NaN] = inverse([x, y])
    return [lon, lat]
  } catch {
    return [Number.NaN, Number.NaN]
  }
}

const systemOf = (
  definition: string,
  isInDegrees: boolean,
  {
    accuracyM,
    extent,
    name
  }: { readonly name: string; readonly accuracyM: number | null; readonly extent: Extent }
): CoordinateSystem => {
  const { inverse } = proj4("EPSG:4326", definition)
  return {
    name,
    accuracyM,
    isWgs84: false,
    isInDegrees,
    toWgs84: (x, y) => {
      if (!Number.isFinite(x) || !Number.isFinite(y) || (!isInDegrees && areDegrees(x, y))) return null
      const [lon, lat] = inverted(inverse, x, y)
      return Number.isFinite(lon) && Number.isFinite(lat) && isWithin(extent, lon, lat)
        ? [rounded(lon), rounded(lat)]
        : null
    }
  }
}

/** Parsed has the members of a parsed system that are read here; proj4 has no types for them. */
interface Parsed {
  readonly datum: {
    readonly datum_type: number
    readonly a: number
    readonly es: number
    readonly grids?: ReadonlyArray<{ readonly name: string; readonly isNull: boolean }>
  }
  readonly projName?: unknown
  readonly title?: unknown
  readonly name?: unknown
}

/** Kinds of datum as proj4 counts them. */
const GRID_SHIFT_CODE = 3
const NO_SHIFT_CODE = 5
/** The square of the eccentricity of WGS 84; that of GRS 80 differs in the eleventh decimal. */
const SQUARED_ECCENTRICITY = FLATTENING * (2 - FLATTENING)

const isEarthOfGps = ({ a, es }: Parsed["datum"]): boolean =>
  a === SEMI_MAJOR_AXIS_M && (Math.abs(es - SQUARED_ECCENTRICITY) < 1e-8 || es === 0)

const PROJ_NAME_PATTERN = /^\+?(?:proj|init)=/iu
const WKT_PATTERN =
  /^(?:(?:PROJ|GEOG|GEOD|GEOC|COMPD|BOUND)[A-Z0-9]*|GEODETIC[A-Z]*|PROJECTED[A-Z]*|GEOGRAPHIC[A-Z]*)\s*\[/iu

/** Why a parsed system cannot be left for WGS 84; null: it can. */
const withoutWay = ({ datum }: Parsed): SystemRead | null => {
  const grids = datum.grids?.filter(({ isNull }) => !isNull) ?? []
  if (datum.datum_type === GRID_SHIFT_CODE && grids.length > 0)
    return refused(
      "SYSTEM_NEEDS_GRID",
      `The system's shift needs a grid (${grids.map(({ name }) => name).join(", ")}), which is not here: ${REMEDY}.`
    )
  return datum.datum_type === NO_SHIFT_CODE && !isEarthOfGps(datum)
    ? refused(
        "SYSTEM_WITHOUT_SHIFT",
        "The text does not say how the system's datum lies to WGS 84, which may be hundreds of metres: add " +
          "its shift (+towgs84=dx,dy,dz or TOWGS84[…])."
      )
    : null
}

const fromText = (text: string): SystemRead => {
  try {
    const parsed = (proj4 as unknown as { readonly Proj: (definition: string) => Parsed }).Proj(text)
    const refusal = withoutWay(parsed)
    if (refusal !== null) return refusal
    const named = [parsed.title, parsed.name].find((each) => typeof each === "string" && each !== "")
    const name = typeof named === "string" ? named : text
    const system = systemOf(text, parsed.projName === "longlat" || parsed.projName === "identity", {
      name: name.length > 100 ? `${name.slice(0, 99)}…` : name,
      accuracyM: null,
      extent: WORLD_EXTENT
    })
    return { _tag: "System", system }
  } catch (error) {
    return refused(
      "SYSTEM_UNREADABLE",
      `The text is no coordinate system that can be read: ${error instanceof Error ? error.message : "?"}.`
    )
  }
}

/**
 * Reads the name of a coordinate system (`EPSG:32630`, `urn:ogc:def:crs:EPSG::4301`, `WGS 84`) or its WKT or
 * PROJ text.
 *
 * @example
 *   readSystem("EPSG:32630") // { _tag: "System", system: { accuracyM: 0, ... } }
 *   readSystem("EPSG:4202") // { _tag: "Refused", code: "SYSTEM_UNKNOWN", ... }
 */
export const readSystem = (text: string): SystemRead => {
  const said = text.trim()
  if (said.length > MAX_SYSTEM_CHARACTERS)
    return refused("SYSTEM_UNREADABLE", `A coordinate system is at most ${MAX_SYSTEM_CHARACTERS} characters.`)
  if (WGS84_NAME_PATTERN.test(said)) return { _tag: "System", system: wgs84 }
  const code = CODE_PATTERN.exec(said)?.[1]
  if (code !== undefined) {
    const known = systemOfCode(Number(code))
    if (known === null)
      return refused(
        "SYSTEM_UNKNOWN",
        `EPSG:${code} is none of the coordinate systems that are known here: ${REMEDY}.`
      )
    return {
      _tag: "System",
      system:
        Number(code) === 4326
          ? wgs84
          : systemOf(known.proj, known.proj.startsWith("+proj=longlat"), {
              ...known,
              name: `EPSG:${code} (${known.name})`
            })
    }
  }
  if (PROJ_NAME_PATTERN.test(said) || WKT_PATTERN.test(said)) return fromText(said)
  return refused(
    "SYSTEM_UNKNOWN",
    `${said.slice(0, 200) || "A system without a name"} is no coordinate system that is known here: say its ` +
      `EPSG code (EPSG:32630), or ${REMEDY}.`
  )
}
