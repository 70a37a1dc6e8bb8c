// Parses dates and times as typed in tables. Ambiguous dates (`03/05`) are asked about.
import { momentOf } from "../../../time/wallTime.ts"

/** TypedMoment is the result of parsing: a time, two possible dates, an invalid date, or no date. */
type TypedMoment =
  | { readonly kind: "moment"; readonly at: number }
  | { readonly kind: "either"; readonly readings: ReadonlyArray<string> }
  | { readonly kind: "no such day" }
  | { readonly kind: "no day" }

const two = (figure: string): string => figure.padStart(2, "0")

/** dayOf returns `2026-05-03`; null: the date does not exist. */
const dayOf = (year: string, month: string, day: string): string | null => {
  const text = `${year}-${two(month)}-${two(day)}`
  const at = Date.parse(`${text}T00:00Z`)
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? text : null
}

const CLOCK = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?`
const ISO = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${CLOCK}\s*(Z|[+-]\d{2}:?\d{2})?$`)
const DOTS = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${CLOCK}$`)
const SLASHES = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${CLOCK}$`)

/** typedMoment parses a text in a time zone; a date alone means midnight. */
export const typedMoment = (text: string, zone: string): TypedMoment => {
  const typed = text.trim()
  const settle = (day: string | null, hour = "00", minute = "00", offset?: string): TypedMoment => {
    if (day === null) return { kind: "no such day" }
    const wall = `${day}T${two(hour)}:${minute}`
    const at = offset === undefined ? momentOf(wall, zone) : Date.parse(`${wall}${offset}`)
    return at === undefined || !Number.isFinite(at) ? { kind: "no such day" } : { kind: "moment", at }
  }
  const iso = ISO.exec(typed)
  if (iso !== null) return settle(dayOf(iso[1]!, iso[2]!, iso[3]!), iso[4], iso[5], iso[6])
  const dots = DOTS.exec(typed)
  if (dots !== null) return settle(dayOf(dots[3]!, dots[2]!, dots[1]!), dots[4], dots[5])
  const slashes = SLASHES.exec(typed)
  if (slashes === null) return { kind: "no day" }
  const [, first = "", second = "", year = "", hour, minute] = slashes
  const readings = [...new Set([dayOf(year, second, first), dayOf(year, first, second)])].filter(
    (day) => day !== null
  )
  if (readings.length < 2) return settle(readings[0] ?? null, hour, minute)
  const clock = hour === undefined ? "" : ` ${two(hour)}:${minute ?? "00"}`
  return { kind: "either", readings: readings.map((day) => `${day}${clock}`) }
}
