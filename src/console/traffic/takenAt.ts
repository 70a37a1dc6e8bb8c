// The item of a record, among those that came in together.
import type { Arrival } from "../queries/traffic.ts"

/** An item is known by its arrival and its lag, which is kept in single precision: seconds of a year. */
const WITHIN_MS = 2000

/** Index of the item that was true nearest to the moment (epoch ms), within two seconds; -1: none was. */
export const takenAt = (
  items: ReadonlyArray<Pick<Arrival, "lag_seconds" | "received_at">>,
  moment: number
): number => {
  const away = items.map(({ lag_seconds: lag, received_at: at }) =>
    lag === null ? Infinity : Math.abs(Date.parse(at) - lag * 1000 - moment)
  )
  const nearest = Math.min(Infinity, ...away)
  return nearest <= WITHIN_MS ? away.indexOf(nearest) : -1
}
