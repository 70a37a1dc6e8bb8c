// Finds the item of a record among items that arrived together.
import type { Arrival } from "../../data/traffic.ts"

/**
 * TOLERANCE_MS is the tolerance: an item's time is its arrival minus its lag, which is stored in single
 * precision (seconds in a year).
 */
const TOLERANCE_MS = 2000

/** Index of the item with the time nearest to a moment (epoch ms), within two seconds; -1: none. */
export const takenAt = (
  items: ReadonlyArray<Pick<Arrival, "lag_seconds" | "received_at">>,
  moment: number
): number => {
  const away = items.map(({ lag_seconds: lag, received_at: at }) =>
    lag === null ? Infinity : Math.abs(Date.parse(at) - lag * 1000 - moment)
  )
  const nearest = Math.min(Infinity, ...away)
  return nearest <= TOLERANCE_MS ? away.indexOf(nearest) : -1
}
