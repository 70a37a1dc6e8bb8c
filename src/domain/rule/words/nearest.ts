// How far a rule was from firing: the one number that kept it from it, and the limit with which it had not.
import type { CanonicalDocument } from "../Document.ts"
import type { PlacedReading } from "./readings.ts"

/** A comparison that fails alone, with the limit that it would meet. */
export interface Nearest {
  /** JSON Pointer to the condition */
  readonly path: string
  readonly limit: number
}

const decimals = (value: number): number => {
  const text = String(value)
  return text.includes("e") ? 6 : (text.split(".", 2)[1]?.length ?? 0)
}

/** Decimals that a limit is told with beyond its own: as many as a value of that size is shown with. */
const finest = (value: number): number => {
  const size = Math.abs(value)
  return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3
}

/** The roundest limit that a value meets; null: there is none nearby. */
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

/** The comparison that fails alone; null: nothing fails, more than one condition does, or it is no number. */
export const shortOf = (readings: ReadonlyArray<PlacedReading>): PlacedReading | null => {
  const failing = readings.filter((r) => r.truth !== true)
  const [first] = failing
  if (first === undefined || failing.some((r) => r.path !== first.path) || first.path.includes("/not"))
    return null
  return first.truth === null || typeof first.value !== "number" || first.limit === null ? null : first
}

/**
 * Whether a limit says something that can be so. A speed of 0 is met by "above −1", and so is every other:
 * what is not seen below zero is taken to have no less.
 */
const isPlausible = (op: PlacedReading["op"], value: number, asked: number, limit: number): boolean =>
  value < 0 || asked < 0 || limit > 0 || (limit === 0 && op !== ">=")

/** null: nothing fails alone, or no limit that could be meant would be met. */
export const nearestOf = (readings: ReadonlyArray<PlacedReading>): Nearest | null => {
  const short = shortOf(readings)
  if (short === null || typeof short.value !== "number" || short.limit === null) return null
  const { limit: asked, op, path, value } = short
  const limit = meetingLimit(op, value, asked)
  return limit === null || !isPlausible(op, value, asked, limit) ? null : { path, limit }
}

/** The document with another value in the condition at a pointer. */
export const withLimit = (document: CanonicalDocument, { limit, path }: Nearest): unknown => {
  const copy: unknown = structuredClone(document)
  const place = path
    .split("/")
    .slice(1)
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], copy)
  ;(place as { value: number }).value = limit // the pointer was made from this document
  return copy
}
