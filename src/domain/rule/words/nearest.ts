// How far a rule was from firing: the distance of its conditions, the one number that kept it from firing, and the
// limit with which it would have fired.
import type { CanonicalDocument } from "../Document.ts"
import type { Evaluated } from "../conditions/Evaluated.ts"
import type { PlacedReading } from "./readings.ts"

/** Nearest is a comparison that alone failed, with the limit that it would have met. */
interface Nearest {
  /** JSON Pointer to the condition */
  readonly path: string
  readonly limit: number
}

const decimals = (value: number): number => {
  const text = String(value)
  return text.includes("e") ? 6 : (text.split(".", 2)[1]?.length ?? 0)
}

/** Returns the decimals of a limit beyond its own: as many as a value of that size is shown with. */
const finest = (value: number): number => {
  const size = Math.abs(value)
  return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3
}

/** Returns the roundest limit that a value meets; null: there is none nearby. */
export const meetingLimit = (op: PlacedReading["op"], value: number, limit: number): number | null => {
  const places = Math.max(decimals(limit), Math.min(decimals(value), finest(value)))
  const unit = 10 ** places
  const round = (n: number) => Number((n / unit).toFixed(places))
  const below = round(Math.floor(value * unit)),
    above = round(Math.ceil(value * unit))
  switch (op) {
    case ">":
      return below < value ? below : round(Math.floor(value * unit) - 1)
    case "<":
      return above > value ? above : round(Math.ceil(value * unit) + 1)
    case ">=":
      return below
    case "<=":
      return above
    default:
      return null
  }
}

/** Returns the comparison that alone failed; null: none failed, several did, or it is no number. */
export const onlyFailing = (readings: ReadonlyArray<PlacedReading>): PlacedReading | null => {
  const failing = readings.filter((r) => r.truth !== true)
  const [first] = failing
  if (first === undefined || failing.some((r) => r.path !== first.path) || first.path.includes("/not"))
    return null
  return first.truth === null || typeof first.value !== "number" || first.limit === null ? null : first
}

/**
 * Whether a limit is meaningful: a speed of 0 meets "above −1", and so does every other, because values that
 * are not seen below zero are taken to have no smaller ones.
 */
const isPlausible = (op: PlacedReading["op"], value: number, asked: number, limit: number): boolean =>
  value < 0 || asked < 0 || limit > 0 || (limit === 0 && op !== ">=")

/** Returns the nearest limit; null: no comparison failed alone, or no plausible limit would be met. */
export const nearestOf = (readings: ReadonlyArray<PlacedReading>): Nearest | null => {
  const short = onlyFailing(readings)
  if (short === null || typeof short.value !== "number" || short.limit === null) return null
  const { limit: asked, op, path, value } = short
  const limit = meetingLimit(op, value, asked)
  return limit === null || !isPlausible(op, value, asked, limit) ? null : { path, limit }
}

/** FULL_SHARE is the distance of a condition that compares no number, or whose number is unknown. */
const FULL_SHARE = 1

/** Returns how far a number is from its limit, as a share of the larger of both. */
const shareBetween = (value: number, limit: number): number => {
  const size = Math.max(Math.abs(value), Math.abs(limit))
  return size === 0 ? 0 : Math.min(FULL_SHARE, Math.abs(value - limit) / size)
}

/**
 * Returns how far evaluated conditions are from being `wanted`; 0: they are. Of `all`, the distances add up;
 * of `any`, the least counts. `rows`: their readings.
 */
export const distanceOf = (
  evaluated: Evaluated,
  rows: ReadonlyArray<PlacedReading>,
  wanted = true,
  path = "/conditions"
): number => {
  if (evaluated.truth === wanted) return 0
  switch (evaluated.type) {
    case "not":
      return distanceOf(evaluated.part, rows, !wanted, `${path}/not`)
    case "all":
    case "any": {
      const { parts, type } = evaluated
      const distances = parts.map((part, i) => distanceOf(part, rows, wanted, `${path}/${type}/${i}`))
      return (type === "all") === wanted
        ? distances.reduce((sum, one) => sum + one, 0)
        : Math.min(...distances)
    }
    default: {
      const row = rows.find((one) => one.path === path)
      return row === undefined || row.truth === null || typeof row.value !== "number" || row.limit === null
        ? FULL_SHARE
        : shareBetween(row.value, row.limit)
    }
  }
}

/** Returns the document with another value in the condition at a pointer. */
export const withLimit = (document: CanonicalDocument, { limit, path }: Nearest): unknown => {
  const copy: unknown = structuredClone(document)
  const place = path
    .split("/")
    .slice(1)
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], copy)
  ;(place as { value: number }).value = limit // the pointer was made from this document
  return copy
}
