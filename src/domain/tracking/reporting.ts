// Whether a subject reports as it is used to, and what counts as standing still: judged by its fixes. Times in
// epoch ms.

/**
 * `late`: its newest fix is older than it usually waits between two; `silent`: older than the project's
 * `silent_after_hours`; `never`: there is none.
 */
export const reportings = ["on_time", "late", "silent", "never"] as const
export type Reporting = (typeof reportings)[number]

const HOUR_MS = 3_600_000

/** Nobody is late within this time, however often they usually report. */
export const LATE_AFTER_MS = 15 * 60_000
/** So many usual intervals may pass. */
export const LATE_AFTER_INTERVALS = 4
/** What is usual is judged by the newest fixes of so many days, and by so many of them at most. */
export const USUAL_DAYS = 7
export const USUAL_FIXES = 13
/** Who has stayed within so many metres of their last place for so long stands still. */
export const STILL_M = 50
export const STILL_FOR_MS = 10 * 60_000
/** Since when is looked for in so many hours before the last fix, and among so many fixes at most. */
export const STILL_HOURS = 24
export const STILL_FIXES = 300
/** Of more subjects at a time nobody looks for it. */
export const STILL_SUBJECTS = 1000

/** Hours without any fix after which somebody counts as silent, where their project says nothing else. */
export const SILENT_HOURS = 24
/** Nobody waits longer for a fix, whatever the settings say: a year in hours. */
export const MAX_SILENT_HOURS = 8784

/** When a subject of a project is silent: `silent_after_hours` of its settings without a fix, or 24. */
export const silentAfterMs = (silentAfterHours: unknown): number =>
  HOUR_MS *
  (typeof silentAfterHours === "number" && silentAfterHours > 0
    ? Math.min(silentAfterHours, MAX_SILENT_HOURS)
    : SILENT_HOURS)

/** Hours without a fix that are a gap, where the project says nothing else; as analyses have it. */
export const GAP_HOURS = 4

/** How long a step between two fixes may take to say where somebody went: `gap_hours` of the settings, or 4. */
export const gapAfterMs = (gapHours: unknown): number =>
  HOUR_MS * (typeof gapHours === "number" && gapHours > 0 ? Math.min(gapHours, MAX_SILENT_HOURS) : GAP_HOURS)

/** The median of the intervals between times that are newest first; null: there are none. */
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
 * How somebody reports whose last fix is `ageMs` old and whose usual interval is `usualMs`: that matters only
 * after `LATE_AFTER_MS`, and who has none (null) is not late.
 */
export const reportingOf = (
  ageMs: number,
  silentMs: number,
  usualMs: number | null
): Exclude<Reporting, "never"> => {
  if (ageMs > silentMs) return "silent"
  if (ageMs <= LATE_AFTER_MS) return "on_time"
  return usualMs !== null && ageMs > LATE_AFTER_INTERVALS * usualMs ? "late" : "on_time"
}
