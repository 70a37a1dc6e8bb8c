// Moments in words, always in the project's time zone and in the shown language. Formats are cached per zone: creating
// one costs more than using it a thousand times.
import { localeOf, marked, words } from "../../words/language.ts"

type Style = "weekday" | "month" | "clock" | "seconds" | "day" | "date" | "dayClock" | "dayTime" | "full"

const styles: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  weekday: { weekday: "short" },
  month: { month: "short" },
  clock: { hour: "2-digit", minute: "2-digit" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  day: { day: "numeric", month: "short" },
  date: { day: "numeric", month: "short", year: "numeric" },
  dayTime: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  dayClock: { weekday: "short", hour: "2-digit", minute: "2-digit" },
  full: {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string, style: Style): Intl.DateTimeFormat => {
  const key = `${localeOf()} ${style} ${timeZone}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(localeOf(), { ...styles[style], timeZone, hourCycle: "h23" })
    formats.set(key, format)
  }
  return format
}

/** Formats a moment (epoch ms or RFC 3339) in an IANA time zone. */
export const inZone = (moment: number | string, timeZone: string, style: Style): string => {
  const text = formatOf(timeZone, style).format(typeof moment === "string" ? Date.parse(moment) : moment)
  return marked(text.replace(",", ""))
}

/** Formats the time between two moments (epoch ms): `1 – 14 May`, `20 Apr – 14 May`. */
export const rangeInZone = (from: number, to: number, timeZone: string, style: "day" | "date"): string =>
  // some languages have thin spaces around the dash
  marked(formatOf(timeZone, style).formatRange(from, to).replaceAll(/\s/g, " "))

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86_400

/** A duration, at most two units: `12 h 04 min`, `3 d 2 h`, `41 s`. */
export const span = (seconds: number): string => {
  const s = Math.max(0, Math.round(seconds))
  if (s < MINUTE) return `${s} s`
  if (s < HOUR) return `${Math.floor(s / MINUTE)} min`
  const two = (whole: number, big: string, rest: number, small: string) =>
    rest === 0 ? `${whole} ${big}` : `${whole} ${big} ${String(rest).padStart(2, "0")} ${small}`
  if (s < 2 * DAY) return two(Math.floor(s / HOUR), "h", Math.floor((s % HOUR) / MINUTE), "min")
  return `${Math.floor(s / DAY)} d`
}

/** A duration, with seconds if it is short: `7 min 12 s`, `5 min`, `12 h 04 min`. */
export const lasting = (seconds: number): string => {
  const s = Math.max(0, Math.round(seconds))
  const rest = s % MINUTE
  return s < MINUTE || s >= HOUR || rest === 0 ? span(s) : `${span(s)} ${String(rest).padStart(2, "0")} s`
}

/** The time that counts as now, in seconds. */
const NOW_SECONDS = 45

const secondsSince = (moment: number | string, now: number): number =>
  Math.max(0, Math.round((now - (typeof moment === "string" ? Date.parse(moment) : moment)) / 1000))

/** Whether `ago` says `now` of a moment. */
export const isJustNow = (moment: number | string, now: number): boolean =>
  secondsSince(moment, now) < NOW_SECONDS

/** The time since a moment, for lists: `now`, `18 min`, `3 h`, `2 d`. */
export const ago = (moment: number | string, now: number): string => {
  if (isJustNow(moment, now)) return words.common.now
  const s = secondsSince(moment, now)
  if (s < HOUR) return `${Math.max(1, Math.round(s / MINUTE))} min`
  if (s < 2 * DAY) return `${Math.round(s / HOUR)} h`
  return `${Math.round(s / DAY)} d`
}
