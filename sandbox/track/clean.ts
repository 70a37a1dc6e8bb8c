// Cleans the fixes of one subject: in order of time, one per instant, at possible places. What is dropped is counted.
// Specification 2.8, rule 2.
import { plausible } from "./plausible.ts"
import { repeatedPosition } from "./repeatedPosition.ts"
import type { Fixes } from "./Fixes.ts"

/** degrees, WGS 84 */
interface Place {
  readonly lon: number
  readonly lat: number
}

/** CleanedFixes are the fixes that stay, and counts of those dropped by each rule. */
export interface CleanedFixes {
  /** ascending in time, no two at one instant, no pair faster than the plausible speed */
  readonly fixes: Fixes
  readonly rows: number
  /** rows whose time or place cannot be */
  readonly invalid: number
  /** rows that had the instant of another one, which was kept */
  readonly duplicates: number
  /** of the duplicates: at another place than the one kept */
  readonly conflicting: number
  /** fixes at far positions that the device repeats, left out because that was asked for */
  readonly sentinels: number
  /** where these were */
  readonly sentinelPlaces: ReadonlyArray<Place>
  /** fixes that only a faster animal could have sent */
  readonly tooFast: number
}

const pick = ({ accuracy_m, lat, lon, satellites, time }: Fixes, rows: Uint32Array): Fixes => {
  const count = rows.length
  const to: Fixes = {
    time: new Float64Array(count),
    lon: new Float64Array(count),
    lat: new Float64Array(count),
    accuracy_m: new Float32Array(count),
    satellites: new Float32Array(count)
  }
  for (let i = 0; i < count; i++) {
    const row = rows[i]!
    to.time[i] = time[row]!
    to.lon[i] = lon[row]!
    to.lat[i] = lat[row]!
    to.accuracy_m[i] = accuracy_m[row]!
    to.satellites[i] = satellites[row]!
  }
  return to
}

/** Returns the rows that can be, ascending in time; of equal times the first given first. */
export const ordered = (given: Fixes): Fixes => {
  const { lat, lon, time } = given
  const count = time.length
  const rows = new Uint32Array(count)
  let kept = 0,
    isAscending = true
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(time[i]!) || !(Math.abs(lat[i]!) <= 90) || !(Math.abs(lon[i]!) <= 180)) continue
    if (kept > 0 && time[i]! < time[rows[kept - 1]!]!) isAscending = false
    rows[kept++] = i
  }
  if (isAscending && kept === count) return given
  const good = rows.subarray(0, kept)
  return pick(given, isAscending ? good : good.sort((a, b) => time[a]! - time[b]! || a - b))
}

/** Compares accuracies: unknown is worse than any value. */
const isBetter = ({ accuracy_m, satellites }: Fixes, a: number, b: number): boolean => {
  const accuracyA = accuracy_m[a]!,
    accuracyB = accuracy_m[b]!
  const isUnknownA = Number.isNaN(accuracyA),
    isUnknownB = Number.isNaN(accuracyB)
  if (isUnknownA !== isUnknownB) return isUnknownB
  if (!isUnknownA && accuracyA !== accuracyB) return accuracyA < accuracyB
  const satellitesA = satellites[a]!,
    satellitesB = satellites[b]!
  return Number.isNaN(satellitesB) ? !Number.isNaN(satellitesA) : satellitesA > satellitesB
}

const collapse = (
  fixes: Fixes
): { readonly kept: Fixes; readonly duplicates: number; readonly conflicting: number } => {
  const { lat, lon, time } = fixes
  const rows = new Uint32Array(time.length)
  let count = 0,
    conflicting = 0
  for (let i = 0; i < time.length;) {
    let end = i + 1,
      best = i
    for (; end < time.length && time[end] === time[i]; end++) if (isBetter(fixes, end, best)) best = end
    for (let row = i; row < end; row++) if (lon[row] !== lon[best] || lat[row] !== lat[best]) conflicting++
    rows[count++] = best
    i = end
  }
  return count === time.length
    ? { kept: fixes, duplicates: 0, conflicting }
    : { kept: pick(fixes, rows.subarray(0, count)), duplicates: time.length - count, conflicting }
}

/**
 * Without the far positions that are repeated, one after the other: a device may have several. One fix alone,
 * but for 0, 0, repeats nothing.
 */
const withoutSentinels = (fixes: Fixes, places: Array<Place>): Fixes => {
  const found = repeatedPosition(fixes)
  if (found === null || found.awayM === null) return fixes
  const { count, lat, lon } = found
  if (count === 1 && (lon !== 0 || lat !== 0)) return fixes
  places.push({ lon, lat })
  const rest = Uint32Array.from(fixes.time.keys()).filter((i) => fixes.lon[i] !== lon || fixes.lat[i] !== lat)
  return withoutSentinels(pick(fixes, rest), places)
}

/**
 * Of rows at one instant the one with the best accuracy stays, else the most satellites, else the first
 * given. Then the fewest fixes go that leave no pair of neighbours above `maxSpeed` (m/s). Before both, with
 * `dropSentinels`, the far positions go that `repeatedPosition` finds more than once. The given columns are
 * not changed.
 */
export const clean = (given: Fixes, maxSpeed: number, dropSentinels = false): CleanedFixes => {
  const possible = ordered(given),
    sentinelPlaces: Array<Place> = []
  const valid = dropSentinels ? withoutSentinels(possible, sentinelPlaces) : possible
  const { conflicting, duplicates, kept } = collapse(valid)
  const path = plausible(kept, maxSpeed)
  const tooFast = kept.time.length - path.length
  return {
    fixes: tooFast === 0 ? kept : pick(kept, path),
    rows: given.time.length,
    invalid: given.time.length - possible.time.length,
    sentinels: possible.time.length - valid.time.length,
    sentinelPlaces,
    duplicates,
    conflicting,
    tooFast
  }
}
