// The axis of ages: logarithmic, from ten seconds to thirty days.
import type { AutomationPreview, PreviewedEvent } from "../../queries/automations/automationActivity.ts"

export const MIN_AGE_SECONDS = 10
export const MAX_AGE_SECONDS = 2_592_000

/** Ages that the handle stops at, seconds. */
export const AGE_STOPS_SECONDS: ReadonlyArray<number> = [
  10, 15, 20, 30, 45, 60, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600, 7200, 10_800, 14_400, 21_600,
  28_800, 43_200, 64_800, 86_400, 172_800, 259_200, 345_600, 432_000, 604_800, 864_000, 1_209_600, 1_814_400,
  2_592_000
]

export const AGE_TICKS_SECONDS: ReadonlyArray<number> = [10, 60, 600, 3600, 86_400, 604_800, 2_592_000]

/** Steps of the handle along the whole axis. */
export const AXIS_STEPS = 1000

const RANGE = Math.log(MAX_AGE_SECONDS / MIN_AGE_SECONDS)

/** placeOf is where an age lies on the axis, 0 to 1; what is beyond it lies at its end. */
export const placeOf = (seconds: number): number =>
  Math.min(1, Math.max(0, Math.log(Math.max(seconds, MIN_AGE_SECONDS) / MIN_AGE_SECONDS) / RANGE))

/** stopAt is the stop nearest to a place on the axis. */
export const stopAt = (place: number): number =>
  AGE_STOPS_SECONDS.reduce((best, stop) =>
    Math.abs(placeOf(stop) - place) < Math.abs(placeOf(best) - place) ? stop : best
  )

/** nextStop is the stop after an age, or with `by` -1 the one before it. */
export const nextStop = (seconds: number, by: 1 | -1): number =>
  by === 1
    ? (AGE_STOPS_SECONDS.find((stop) => stop > seconds) ?? MAX_AGE_SECONDS)
    : (AGE_STOPS_SECONDS.findLast((stop) => stop < seconds) ?? MIN_AGE_SECONDS)

/**
 * skipAt is the code of why an event is skipped while the bound moves: what the server said, but that an
 * event is too old beyond the bound. `answered` is the bound that the server was asked with.
 */
export const skipAt = (event: PreviewedEvent, bound: number, answered: number | null): string | null =>
  bound === answered
    ? event.skip
    : event.skip_at_any_age === null && event.age_seconds > bound
      ? "STALE"
      : event.skip_at_any_age

export interface AgeDot {
  readonly id: string
  /** 0 to 1 along the axis */
  readonly place: number
  /** 0 at the axis, upwards */
  readonly level: number
  readonly skip: string | null
}

export interface AgeCounts {
  readonly told: number
  readonly stale: number
  /** skipped for other reasons */
  readonly others: number
}

/** dotsOf stacks events of about the same age; `columns` is how many fit beside each other. */
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

export const countsOf = (dots: ReadonlyArray<Pick<AgeDot, "skip">>): AgeCounts => {
  const told = dots.filter(({ skip }) => skip === null).length
  const stale = dots.filter(({ skip }) => skip === "STALE").length
  return { told, stale, others: dots.length - told - stale }
}
