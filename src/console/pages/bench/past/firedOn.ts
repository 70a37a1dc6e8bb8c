// Where along a track a rule fires: at the newest fix at the time of the event.
import type { Way } from "../../live/useWay.ts"
import type { Fired } from "./story.ts"

interface FiredAt {
  /** key of the event */
  readonly id: string
  readonly at: readonly [number, number]
  /** only the active version fires */
  readonly hollow: boolean
}

/**
 * firedOn returns the events along a track up to a time, without reminders and without events before the
 * first fix.
 */
export const firedOn = (
  { at: places, times }: Way,
  fired: ReadonlyArray<Fired>,
  until: number
): ReadonlyArray<FiredAt> =>
  fired.flatMap(({ at, by, event, key }) => {
    if (at > until || event.reason === "reminder") return []
    const place = places[times.findLastIndex((time) => time <= at)]
    return place === undefined ? [] : [{ id: key, at: place, hollow: by === "baseline" }]
  })
