// Times as tables write them: which format and which zone is said beside the table, never guessed. Pure.
import { offsetAt, type Zone, zoneBetween } from "../zone.ts"
import { readTime } from "./readTime.ts"

/** `iso`: year first. `dmy`, `mdy`: day or month first. Unix time in seconds or milliseconds. */
export const timeFormats = ["iso", "dmy", "mdy", "epoch-s", "epoch-ms"] as const
/** TimeFormat is the format of the times in a table. */
export type TimeFormat = (typeof timeFormats)[number]

/**
 * Why a text gives no instant. All but the last two can be put right for the whole table, by saying what its
 * times are.
 */
export type TimeTrouble =
  | "no zone"
  | "day or month first"
  | "seconds since 1970"
  | "milliseconds since 1970"
  | "shown twice"
  | "skipped by the clocks"
  | "no time"

/** The two instants, epoch ms, of a time that the clocks of a zone showed twice, as they went back. */
export interface AmbiguousTime {
  readonly first: number
  readonly second: number
}

/** A text as epoch ms, as the two instants it may be, or why it is none. */
export type TableClock = (text: string) => number | AmbiguousTime | TimeTrouble

const OFFSET_PATTERN = String.raw`\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?`
const CLOCK_PATTERN = String.raw`(?:[T ,]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s*([ap]m))?)?`
const yearFirst = new RegExp(
  String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${CLOCK_PATTERN}${OFFSET_PATTERN}$`,
  "iu"
)
const yearLast = new RegExp(
  String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${CLOCK_PATTERN}${OFFSET_PATTERN}$`,
  "iu"
)
const unix = /^-?\d{1,14}(?:\.\d{1,9})?$/u

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

/** The farthest that a `Date` reaches from 1970, in ms. */
const MAX_DATE_MS = 8.64e15

/** Instants of a zone by what its clocks show; its changes are looked up a year at a time. */
const wallClock = (timezone: string): ((shown: number) => number | AmbiguousTime | TimeTrouble) => {
  const years = new Map<number, Zone>()
  return (shown) => {
    const year = Math.floor(shown / YEAR_MS)
    let zone = years.get(year)
    if (zone === undefined)
      years.set(year, (zone = zoneBetween(timezone, (year - 0.02) * YEAR_MS, (year + 1.02) * YEAR_MS)))
    const [first, second] = [-DAY_MS, DAY_MS]
      .map((aside) => shown - offsetAt(zone, shown + aside))
      .filter((at) => at + offsetAt(zone, at) === shown)
    if (first === undefined) return "skipped by the clocks"
    return second === undefined || second === first ? first : { first, second }
  }
}

const two = (text: string) => text.padStart(2, "0")

/** Returns the hour of a day from one of a half day; NaN: there is none such. */
const hourOf = (hour: string, half: string | undefined): number => {
  const n = Number(hour)
  return half === undefined
    ? n
    : n < 1 || n > 12
      ? Number.NaN
      : (n % 12) + (half.toLowerCase() === "pm" ? 12 : 0)
}

/** Returns the trouble with a text that is not in the format, but may be in another. */
const troubleOf = (text: string, format: TimeFormat): TimeTrouble => {
  if (format === "iso" && yearLast.test(text)) return "day or month first"
  if (format.startsWith("epoch") || !unix.test(text)) return "no time"
  const whole = text.replace(/\..*$/u, "").replace("-", "").length
  return whole === 9 || whole === 10
    ? "seconds since 1970"
    : whole === 12 || whole === 13
      ? "milliseconds since 1970"
      : "no time"
}

/**
 * `timezone`: of times that do not say theirs; null: they are refused. Throws a RangeError for a name that is
 * no zone.
 */
export const tableClock = (format: TimeFormat, timezone: string | null): TableClock => {
  const instantOf =
    timezone === null ? null : timezone === "UTC" ? (shown: number) => shown : wallClock(timezone)
  if (format === "epoch-s" || format === "epoch-ms") {
    return (text) => {
      if (!unix.test(text)) return troubleOf(text, format)
      const at = Math.floor(format === "epoch-s" ? Math.round(Number(text) * 1e6) / 1e3 : Number(text))
      return Math.abs(at) > MAX_DATE_MS ? "no time" : at
    }
  }
  return (text) => {
    const found = (format === "iso" ? yearFirst : yearLast).exec(text)
    if (found === null) return troubleOf(text, format)
    const [, a, , b, c, hour = "0", minute = "00", second = "00", fraction = "0", half, offset] = found
    const [year, month, day] =
      format === "iso" ? [a!, b!, c!] : format === "dmy" ? [c!, b!, a!] : [c!, a!, b!]
    const shown = readTime(
      `${year}-${two(month)}-${two(day)}T${two(String(hourOf(hour, half)))}:${minute}:${second}.${fraction}Z`
    )
    if (Number.isNaN(shown)) return "no time"
    if (offset === undefined) return instantOf === null ? "no zone" : instantOf(shown)
    if (!/\d/u.test(offset)) return shown
    const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))]
    return hours > 23 || minutes > 59
      ? "no time"
      : shown - (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000
  }
}

const words: Record<TimeTrouble, (text: string) => string> = {
  "no zone": (text) => `${text} names no time zone`,
  "day or month first": (text) => `${text} has its day or its month first, and which is not said`,
  "seconds since 1970": (text) => `${text} may be seconds since 1970, which is not said`,
  "milliseconds since 1970": (text) => `${text} may be milliseconds since 1970, which is not said`,
  "shown twice": (text) =>
    `${text} is a time that the clocks showed twice on that day, and the order of the rows does not tell which`,
  "skipped by the clocks": (text) => `${text} is a time that the clocks skipped on that day`,
  "no time": (text) => `${text} is not a time`
}

/** Why a text is no time, in words. */
export const explainTime = (text: string, trouble: TimeTrouble): string =>
  words[trouble](`"${text.slice(0, 60)}"`)

/** A time of day without its date: `13:45`, `1:45:10.5 PM`, `13:45:10+02:00`. */
const timeOfDay = new RegExp(
  String.raw`^\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:\s*[ap]m)?${OFFSET_PATTERN}$`,
  "iu"
)
/** Midnight behind a date, as spreadsheets write dates. */
const midnight = /[T ]0?0:00(?::00(?:\.0+)?)?$/u
const dateAlone = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})$/u

/** Whether a text is a time of day, which needs a date beside it. */
export const isTimeOfDay = (text: string): boolean => timeOfDay.test(text)

/** Whether a text is a date and says no time of the day. */
export const isDateAlone = (text: string): boolean => dateAlone.test(text)

/** Returns a date and a time of day out of two columns as one text. */
export const joinTime = (date: string, time: string): string => `${date.replace(midnight, "")} ${time}`
