// The axis of ages: logarithmic, from ten seconds to thirty days.
import type { AutomationPreview, PreviewedEvent } from "../../../data/automations/automationActivity.ts"

/** MIN_AGE_SECONDS is the start of the axis. */
const MIN_AGE_SECONDS = 10
/** MAX_AGE_SECONDS is the end of the axis: 30 days. */
const MAX_AGE_SECONDS = 2_592_000

/** AGE_STOPS_SECONDS are the values of the handle. */
export const AGE_STOPS_SECONDS: ReadonlyArray<number> = [
  10, 15, 20, 30, 45, 60, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600, 7200, 10_800, 14_400, 21_600,
  28_800, 43_200, 64_800, 86_400, 172_800, 259_200, 345_600, 432_000, 604_800, 864_000, 1_209_600, 1_814_400,
  2_592_000
]

/** AGE_TICKS_SECONDS are the labelled ages. */
export const AGE_TICKS_SECONDS: ReadonlyArray<number> = [10, 60, 600, 3600, 86_400, 604_800, 2_592_000]

/** AXIS_STEPS is the resolution of the range input. */
export const AXIS_STEPS = 1000

const RANGE = Math.log(MAX_AGE_SECONDS / MIN_AGE_SECONDS)

/** placeOf returns the position of an age on the axis, 0 to 1, clamped. */
export const placeOf = (seconds: number): number =>
  Math.min(1, Math.max(0, Math.log(Math.max(seconds, MIN_AGE_SECONDS) / MIN_AGE_SECONDS) / RANGE))

/** stopAt returns the stop nearest to a position. */
export const stopAt = (place: number): number =>
  AGE_STOPS_SECONDS.reduce((best, stop) =>
    Math.abs(placeOf(stop) - place) < Math.abs(placeOf(best) - place) ? stop : best
  )

/** nextStop returns the stop after an age, or before it with `by` -1. */
export const nextStop = (seconds: number, by: 1 | -1): number =>
  by === 1
    ? (AGE_STOPS_SECONDS.find((stop) => stop > seconds) ?? MAX_AGE_SECONDS)
    : (AGE_STOPS_SECONDS.findLast((stop) => stop < seconds) ?? MIN_AGE_SECONDS)

/**
 * skipAt returns why an event is skipped while the limit moves: the server's code, or `STALE` beyond the
 * limit. `answered` is the limit that the server's preview is for.
 */
export const skipAt = (event: PreviewedEvent, bound: number, answered: number | null): string | null =>
  bound === answered
    ? event.skip
    : event.skip_at_any_age === null && event.age_seconds > bound
      ? "STALE"
      : event.skip_at_any_age

/** AgeDot is an event in the dot plot. */
export interface AgeDot {
  readonly id: string
  /** position along the axis, 0 to 1 */
  readonly place: number
  /** row above the axis, from 0 */
  readonly level: number
  readonly skip: string | null
}

/** AgeCounts counts events by outcome. */
interface AgeCounts {
  readonly told: number
  readonly stale: number
  /** skipped for other reasons */
  readonly others: number
}

/** dotsOf stacks events of similar age; `columns` is the number of dots side by side. */
export const dotsOf = (
  preview: AutomationPreview,
  bound: number,
  answered: number | null,
  columns: number
): ReadonlyArray<AgeDot> => {
  const levels = new Map<number, number>()
  return preview.events
    .toSorted((a, b) => a.age_seconds - b.age_seconds)
    .map((event) => {
      const place = placeOf(event.age_seconds)
      const column = Math.round(place * columns)
      const level = levels.get(column) ?? 0
      levels.set(column, level + 1)
      return { id: event.event_id, place: column / columns, level, skip: skipAt(event, bound, answered) }
    })
}

/** countsOf counts the dots by outcome. */
export const countsOf = (dots: ReadonlyArray<Pick<AgeDot, "skip">>): AgeCounts => {
  const told = dots.filter(({ skip }) => skip === null).length
  const stale = dots.filter(({ skip }) => skip === "STALE").length
  return { told, stale, others: dots.length - told - stale }
}
