// Day arithmetic of the week strip: the days it shows, and how the edges of a period move.
import { clockAfter, momentOf, wallTime } from "../../../time/wallTime.ts"
import type { Span } from "./draft.ts"
import type { Moments } from "./parameters.ts"

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Weeks before the end of the strip: a period of a year fits. */
const WEEKS_BACK = 52
/** Weeks that are shown at least. */
const LEAST_WEEKS = 13
/** Weeks that are shown after a period in the past. */
const WEEKS_AFTER = 4

/** Edge is the first or the last day of a period. */
export type Edge = "from" | "to"

/** dayOf returns the day of a time (epoch ms). */
export const dayOf = (moment: number, zone: string): string => wallTime(moment, zone).slice(0, 10)

/** midnightOf returns the start of a day in epoch ms. */
export const midnightOf = (day: string, zone: string): number => momentOf(`${day}T00:00`, zone) ?? 0

/** endOfDay returns the end of a day in epoch ms. */
export const endOfDay = (day: string, zone: string): number => clockAfter(midnightOf(day, zone), zone, 0, 1)

/** dayNumber numbers days for a slider (days since 1970). */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00Z`) / DAY_MS)

const dayOfNumber = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/**
 * anchorFor returns a time in the last week of a strip that shows the period: now, or shortly after a period
 * in the past.
 */
export const anchorFor = (anchor: number, period: Moments | undefined, now: number): number =>
  period === undefined || (period.to <= anchor + WEEK_MS && period.from >= anchor - WEEKS_BACK * WEEK_MS)
    ? anchor
    : Math.min(now, Math.max(period.to, period.from) + WEEKS_AFTER * WEEK_MS)

/**
 * weeksShown returns the weeks from the first fix on, at least a quarter of a year, and always the whole
 * period.
 */
export const weeksShown = <Week extends { readonly from: string; readonly fixes: number }>(
  weeks: ReadonlyArray<Week>,
  begin: number
): ReadonlyArray<Week> => {
  const first = weeks.findIndex(({ fixes, from }) => fixes > 0 || Date.parse(from) + WEEK_MS > begin)
  return weeks.slice(Math.max(0, Math.min(first < 0 ? weeks.length : first - 1, weeks.length - LEAST_WEEKS)))
}

/** daysOf returns the first and the last day of a period. */
export const daysOf = ({ from, to }: Moments, zone: string): Span => ({
  from: dayOf(from, zone),
  to: dayOf(to - 1, zone)
})

/** withEdge moves one edge of a period to a day, within the visible days and never past the other edge. */
export const withEdge = (span: Span, edge: Edge, day: number, shown: Span): Span => {
  const least = dayNumber(edge === "from" ? shown.from : span.from),
    most = dayNumber(edge === "to" ? shown.to : span.to)
  return { ...span, [edge]: dayOfNumber(Math.max(least, Math.min(most, day))) }
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 7,
  PageDown: -7,
  Home: -Infinity,
  End: Infinity
}

/** stepOf returns the number of days that a key moves an edge; undefined: another key. */
export const stepOf = (key: string): number | undefined => STEPS[key]
