// Latitudes and longitudes as senders write them, and the pairs that are no place. Without imports of
// libraries: it runs for every item, and in browsers too.
import { type Decimals, readNumber, type UnreadReason } from "./readNumber.ts"

/** Axis is latitude or longitude. */
export type Axis = "lat" | "lon"

/** Numbers in place of a degree that stand for "not known"; the ends of 32-bit registers of 1e-7 degrees. */
const UNKNOWN_DEGREES: ReadonlySet<number> = new Set([
  999, 9999, 99_999, -999, -9999, -99_999, 65_535, 655.35, 214.748_364_7, -214.748_364_8, 2_147_483_647,
  -2_147_483_648, 4_294_967_295, 429.496_729_5
])

/** Degrees around latitude 0, longitude 0 in which a receiver without a fix is taken for to be. */
const NULL_ISLAND_DEGREES = 0.001

const withHemisphere = /^([NSEW])?\s*([+\-\u2212]?[\d.,]+)\s*°?\s*([NSEW])?$/iu

const PART_PATTERN = "(\\d{1,2}(?:[.,]\\d+)?)"

/** Degrees, minutes and perhaps seconds, between marks, colons or blanks. */
const sexagesimal = new RegExp(
  "^([NSEW])?\\s*([+\\-\\u2212]?)(\\d{1,3})\\s*([°º˚:\\s])\\s*" +
    `${PART_PATTERN}\\s*` +
    `(?:['\\u2032\\u2019:\\s]\\s*(?:${PART_PATTERN}\\s*(?:["\\u2033\\u201d]|''|\\u2032\\u2032)?)?)?` +
    "\\s*([NSEW])?$",
  "iu"
)

const MINUTES_PER_DEGREE = 60
const SECONDS_PER_DEGREE = 3600

/** Reads degrees and minutes, of which the last part may have a fraction. */
const readSexagesimal = (text: string, axis: Axis, decimals: Decimals): number | UnreadReason => {
  const [, before, sign = "", degrees, mark = "", minutes, seconds, behind] = sexagesimal.exec(text) ?? [],
    hemisphere = (before ?? behind)?.toUpperCase()
  if (degrees === undefined || (before !== undefined && behind !== undefined)) return "unreadable"
  // two numbers with a blank between them can be anything
  if (seconds === undefined && hemisphere === undefined && !/[°º˚:]/u.test(mark)) return "unreadable"
  if (hemisphere !== undefined && (sign !== "" || !(axis === "lat" ? "NS" : "EW").includes(hemisphere)))
    return "unreadable"
  const [m, s] = [readNumber(minutes, decimals), readNumber(seconds ?? "0", decimals)]
  if (typeof m !== "number" || typeof s !== "number" || m >= MINUTES_PER_DEGREE || s >= MINUTES_PER_DEGREE)
    return "unreadable"
  if (seconds !== undefined && !Number.isInteger(m)) return "unreadable"
  const value = Number((Number(degrees) + m / MINUTES_PER_DEGREE + s / SECONDS_PER_DEGREE).toPrecision(12))
  return hemisphere === "S" || hemisphere === "W" || (sign !== "" && sign !== "+") ? -value : value
}

/**
 * Reads degrees from a number, a text of one, one with its hemisphere (`51.05 N`, `122.4° W`), or degrees,
 * minutes and seconds (`41°24'12.2"N`). The range is not judged.
 */
export const readDegrees = (
  value: unknown,
  axis: Axis,
  decimals: Decimals = "point"
): number | UnreadReason => {
  const reading = readNumber(value, decimals)
  if (typeof reading === "number") return UNKNOWN_DEGREES.has(reading) ? "not known" : reading
  if (reading !== "unreadable" || typeof value !== "string" || value.length > 40) return reading
  const [, before, digits, behind] = withHemisphere.exec(value.trim()) ?? []
  if (digits === undefined) return readSexagesimal(value.trim(), axis, decimals)
  if (before !== undefined && behind !== undefined) return "unreadable"
  const degrees = readNumber(digits, decimals),
    hemisphere = (before ?? behind)?.toUpperCase()
  if (typeof degrees !== "number" || hemisphere === undefined) return degrees
  // a sign beside a hemisphere says it twice, or against it
  if (degrees < 0 || !(axis === "lat" ? "NS" : "EW").includes(hemisphere)) return "unreadable"
  return hemisphere === "S" || hemisphere === "W" ? -degrees : degrees
}

/** Whether a pair stands for "no position": 91, 181 of AIS. */
export const isUnknownPair = (lat: number, lon: number): boolean => lat === 91 && lon === 181

/** Whether a pair is where receivers without a fix put themselves: both within 0.001° of 0. */
export const isNullIsland = (lat: number, lon: number): boolean =>
  lat <= NULL_ISLAND_DEGREES &&
  lat >= -NULL_ISLAND_DEGREES &&
  lon <= NULL_ISLAND_DEGREES &&
  lon >= -NULL_ISLAND_DEGREES
