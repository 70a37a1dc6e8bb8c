// Where on a way a rule fires: at the fix that was the newest then.
import type { Way } from "../../live/useWay.ts"
import type { Fired } from "./story.ts"

interface FiredAt {
  /** the key of what fired */
  readonly id: string
  readonly at: readonly [number, number]
  /** only the version in force fires */
  readonly hollow: boolean
}

/**
 * What fires along a way, up to a moment. Reminders repeat what fired; before the first fix nobody was
 * anywhere.
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
