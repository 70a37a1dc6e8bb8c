// Whether a subject reports as usual, and whether it stands still: judged by its fixes. Times in epoch ms.

/**
 * `late`: its newest fix is older than it usually waits between two; `silent`: older than the project's
 * `silent_after_hours`; `never`: there is none.
 */
export const reportings = ["on_time", "late", "silent", "never"] as const
/** Reporting says whether a subject reports as usual. */
export type Reporting = (typeof reportings)[number]

const HOUR_MS = 3_600_000

/** LATE_AFTER_MS is the age of the last fix up to which no subject is late, however often it usually reports. */
export const LATE_AFTER_MS = 15 * 60_000
/** LATE_INTERVALS is how many usual intervals may pass before a subject is late. */
export const LATE_INTERVALS = 4
/** USUAL_DAYS is the period whose fixes say what interval is usual. */
export const USUAL_DAYS = 7
/** USUAL_FIXES is how many fixes of it are read at most, the newest. */
export const USUAL_FIXES = 13
/** STILL_RADIUS_M is the radius round its last place that a still subject has not left. */
export const STILL_RADIUS_M = 50
/** STILL_MS is the time for which a still subject has not left it. */
export const STILL_MS = 10 * 60_000
/** STILL_HOURS is how far before the last fix the beginning of standing still is sought. */
export const STILL_HOURS = 24
/** STILL_FIXES is how many fixes are read for it at most. */
export const STILL_FIXES = 300
/** STILL_SUBJECTS is for how many subjects at a time it is sought at most. */
export const STILL_SUBJECTS = 1000

/**
 * SILENT_HOURS is how long a subject has no fix before it is silent, unless the project's settings say
 * otherwise.
 */
export const SILENT_HOURS = 24
/** MAX_SILENT_HOURS is the greatest setting of hours: a year. */
export const MAX_SILENT_HOURS = 8784

/** Returns after how long without a fix a subject is silent: `silent_after_hours` of the settings, or 24 h. */
export const silentAfterMs = (silentAfterHours: unknown): number =>
  HOUR_MS *
  (typeof silentAfterHours === "number" && silentAfterHours > 0
    ? Math.min(silentAfterHours, MAX_SILENT_HOURS)
    : SILENT_HOURS)

/**
 * GAP_HOURS is how long a time without a fix is a gap, unless the project's settings say otherwise; the same
 * as in analyses.
 */
const GAP_HOURS = 4

/** Returns the longest step between two fixes that counts as a path: `gap_hours` of the settings, or 4 h. */
export const gapAfterMs = (gapHours: unknown): number =>
  HOUR_MS * (typeof gapHours === "number" && gapHours > 0 ? Math.min(gapHours, MAX_SILENT_HOURS) : GAP_HOURS)

/** Returns the median of the intervals between times that are newest first; null: there are none. */
export const medianInterval = (times: ArrayLike<number>): number | null => {
  const gaps = Float64Array.from(
    { length: Math.max(0, times.length - 1) },
    (_, i) => times[i]! - times[i + 1]!
  )
  if (gaps.length === 0) return null
  gaps.sort()
  const middle = gaps.length >> 1
  return gaps.length % 2 === 1 ? gaps[middle]! : (gaps[middle - 1]! + gaps[middle]!) / 2
}

/**
 * Returns how a subject reports whose last fix is `ageMs` old and whose usual interval is `usualMs`: that
 * matters only after `LATE_AFTER_MS`, and a subject without one (null) is not late.
 */
export const reportingOf = (
  ageMs: number,
  silentMs: number,
  usualMs: number | null
): Exclude<Reporting, "never"> => {
  if (ageMs > silentMs) return "silent"
  if (ageMs <= LATE_AFTER_MS) return "on_time"
  return usualMs !== null && ageMs > LATE_INTERVALS * usualMs ? "late" : "on_time"
}
