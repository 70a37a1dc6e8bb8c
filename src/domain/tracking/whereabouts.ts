// What consecutive fixes say of a subject: since when it is where it is, its speed, and the distance it went.
import { contains } from "../geo/contains.ts"
import { distance } from "../geo/distance.ts"
import type { Prepared } from "../geo/Polygon.ts"
import { SHORTEST_STEP_M } from "./EntityNow.ts"

/** FixColumns are fixes as columns, oldest first: epoch ms and degrees. */
export interface FixColumns {
  readonly times: ArrayLike<number>
  readonly lons: ArrayLike<number>
  readonly lats: ArrayLike<number>
}

/** Two fixes further apart say nothing about the current speed. */
const MAX_FIX_INTERVAL_MS = 7_200_000

/**
 * Returns the index of the first of the newest fixes in a row that all agree; the number of fixes where none
 * does.
 */
const firstOf = ({ times }: FixColumns, agrees: (i: number) => boolean): number => {
  let first = times.length
  while (first > 0 && agrees(first - 1)) first--
  return first
}

const metres = ({ lats, lons }: FixColumns, a: number, b: number): number =>
  distance(lons[a]!, lats[a]!, lons[b]!, lats[b]!)

/** Returns since when all fixes lie in the area, epoch ms; null: the newest does not. */
export const insideSince = (fixes: FixColumns, area: Prepared): number | null => {
  const first = firstOf(fixes, (i) => contains(area, fixes.lons[i]!, fixes.lats[i]!))
  return first < fixes.times.length ? fixes.times[first]! : null
}

/**
 * How many fixes there are in each stretch between neighbours of `edges` (ascending, epoch ms), and how far
 * the way along them is. A step over an edge counts on both sides by its share of the time, unless it is
 * longer than `gapMs`: it is unknown when in it the path was made. Fixes of one moment, which a second collar
 * or sender may have brought, are one.
 */
export const waysBetween = (fixes: FixColumns, edges: ReadonlyArray<number>, gapMs: number) => {
  const { times } = fixes
  const bins = edges.slice(1).map(() => ({ fixes: 0, metres: 0, isCrossed: false }))
  let bin = -1 // of the fix before: -1 lies before all of them
  let at = 0
  for (let i = 0; i < times.length; i++) {
    const time = times[i]!
    if (i > 0 && time === times[i - 1]!) continue
    const before = bin
    while (bin < bins.length && edges[bin + 1]! <= time) bin++
    if (bin >= 0 && bin < bins.length) bins[bin]!.fixes++
    const step = i === 0 ? 0 : metres(fixes, at, i)
    if (i > 0 && step < SHORTEST_STEP_M) continue
    at = i
    if (i === 0) continue
    const since = times[i - 1]!
    if (before === bin) {
      if (bin >= 0 && bin < bins.length) bins[bin]!.metres += step
    } else if (time - since <= gapMs) {
      for (let b = Math.max(0, before); b <= Math.min(bin, bins.length - 1); b++) {
        const inside = Math.min(time, edges[b + 1]!) - Math.max(since, edges[b]!)
        if (inside <= 0) continue
        bins[b]!.metres += (step * inside) / (time - since)
        bins[b]!.isCrossed = true
      }
    }
  }
  return bins.map(({ fixes, isCrossed, metres }) => ({
    fixes,
    distance_km: fixes === 0 && !isCrossed ? null : Math.round(metres) / 1000
  }))
}

/**
 * Kilometres along the fixes from a moment on; null: there are none since. Of the step that leads over the
 * moment its share of the time after it counts, unless it is longer than `gapMs`.
 */
export const kilometresSince = (fixes: FixColumns, from: number, gapMs: number): number | null => {
  const [since] = waysBetween(fixes, [from, Infinity], gapMs)
  return since!.fixes === 0 ? null : since!.distance_km
}

/** km/h between the newest fix and the one of the moment before; null: there is none, or it is too far back. */
export const speedBetween = (fixes: FixColumns): number | null => {
  const last = fixes.times.length - 1
  let before = last - 1
  while (before >= 0 && fixes.times[before] === fixes.times[last]) before--
  if (before < 0) return null
  const ms = fixes.times[last]! - fixes.times[before]!
  return ms > MAX_FIX_INTERVAL_MS ? null : (metres(fixes, before, last) / ms) * 3600
}
