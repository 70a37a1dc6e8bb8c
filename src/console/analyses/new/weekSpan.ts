// The strip of weeks as days: which days it shows, and how the edges of a period move on it.
import { clockAfter, momentOf, wallTime } from "../../time/wallTime.ts"
import type { Span } from "./draft.ts"
import type { Moments } from "./parameters.ts"

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Before the end of the strip a period of a year still fits. */
const WEEKS_BACK = 52
/** Weeks that are shown where there are few fixes. */
const LEAST_WEEKS = 13
/** Weeks that are shown after a period of long ago. */
const WEEKS_AFTER = 4

/** Edge is the first or the last day of a period. */
export type Edge = "from" | "to"

/** dayOf is the day of a moment (epoch ms). */
export const dayOf = (moment: number, zone: string): string => wallTime(moment, zone).slice(0, 10)

/** midnightOf is when a day begins, epoch ms. */
export const midnightOf = (day: string, zone: string): number => momentOf(`${day}T00:00`, zone) ?? 0

/** endOfDay is when a day ends, epoch ms. */
export const endOfDay = (day: string, zone: string): number => clockAfter(midnightOf(day, zone), zone, 0, 1)

/** dayNumber counts days, for a slider. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00Z`) / DAY_MS)

const dayOfNumber = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/**
 * anchorFor is the moment in the last week of a strip that shows a period: the present, or soon after a past
 * one.
 */
export const anchorFor = (anchor: number, period: Moments | undefined, now: number): number =>
  period === undefined || (period.to <= anchor + WEEK_MS && period.from >= anchor - WEEKS_BACK * WEEK_MS)
    ? anchor
    : Math.min(now, Math.max(period.to, period.from) + WEEKS_AFTER * WEEK_MS)

/**
 * weeksShown are the weeks from the first fix on, but at least a quarter of a year, and the period from its
 * begin.
 */
export const weeksShown = <Week extends { readonly from: string; readonly fixes: number }>(
  weeks: ReadonlyArray<Week>,
  begin: number
): ReadonlyArray<Week> => {
  const first = weeks.findIndex(({ fixes, from }) => fixes > 0 || Date.parse(from) + WEEK_MS > begin)
  return weeks.slice(Math.max(0, Math.min(first < 0 ? weeks.length : first - 1, weeks.length - LEAST_WEEKS)))
}

/** daysOf are the first and the last day of a period. */
export const daysOf = ({ from, to }: Moments, zone: string): Span => ({
  from: dayOf(from, zone),
  to: dayOf(to - 1, zone)
})

/** withEdge is a period with one edge put to a day: within the days shown, and never past the other edge. */
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

/** stepOf is by how many days a key moves an edge; undefined: it moves none. */
export const stepOf = (key: string): number | undefined => STEPS[key]
