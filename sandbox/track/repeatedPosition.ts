// Positions that a device repeats where no animal is: some devices send one when they have no fix. Speed rules do not
// find them.
import { distance } from "../../src/domain/geo/distance.ts"
import { quantile, sorted } from "../stats/quantile.ts"
import type { Fixes } from "./Fixes.ts"

/** RepeatedPosition is a far position that a device repeats, and its number of fixes. */
interface RepeatedPosition {
  readonly lon: number
  readonly lat: number
  readonly count: number
  /** metres from the median of the other fixes; null: there are no others */
  readonly awayM: number | null
}

/** FIXES_PER_REPEAT: a position is suspicious if it has more than one in so many fixes. */
const FIXES_PER_REPEAT = 20
/** MIN_FAR_DISTANCE_M is the distance from the median of the other fixes above which a position is far. */
const MIN_FAR_DISTANCE_M = 50_000

/** Candidates for more than one in twenty: Misra and Gries 1982, in one pass. 0, 0 is one in any case. */
const candidates = ({ lat, lon }: Fixes): ReadonlyArray<{ readonly lon: number; readonly lat: number }> => {
  const held: Array<{ lon: number; lat: number; votes: number }> = []
  for (let i = 0; i < lon.length; i++) {
    const same = held.find((h) => h.lon === lon[i] && h.lat === lat[i])
    if (same !== undefined) same.votes++
    else if (held.length < FIXES_PER_REPEAT - 1) held.push({ lon: lon[i]!, lat: lat[i]!, votes: 1 })
    else {
      for (const h of held) h.votes--
      for (let h = held.length - 1; h >= 0; h--) if (held[h]!.votes === 0) held.splice(h, 1)
    }
  }
  return [{ lon: 0, lat: 0 }, ...held.sort((a, b) => a.lon - b.lon || a.lat - b.lat)]
}

/**
 * Returns the most repeated position with more than 5% of the fixes, or at 0, 0, that is over 50 km from the
 * median of the others; or the only one of several fixes.
 */
export const repeatedPosition = (fixes: Fixes): RepeatedPosition | null => {
  const { lat, lon } = fixes
  const total = lon.length
  if (total < 2) return null
  let worst: RepeatedPosition | null = null
  for (const place of candidates(fixes)) {
    const isHere = (i: number) => lon[i] === place.lon && lat[i] === place.lat
    let count = 0
    for (let i = 0; i < total; i++) if (isHere(i)) count++
    const isZero = place.lon === 0 && place.lat === 0
    if (count === 0 || (!isZero && count * FIXES_PER_REPEAT <= total) || count <= (worst?.count ?? 0))
      continue
    if (count === total) return { ...place, count, awayM: null }
    const east = quantile(
      sorted(
        lon.map((l) => l - place.lon - 360 * Math.round((l - place.lon) / 360)),
        (i) => !isHere(i)
      ),
      0.5
    )
    const awayM = distance(
      place.lon,
      place.lat,
      place.lon + east,
      quantile(
        sorted(lat, (i) => !isHere(i)),
        0.5
      )
    )
    if (awayM > MIN_FAR_DISTANCE_M) worst = { ...place, count, awayM }
  }
  return worst
}
