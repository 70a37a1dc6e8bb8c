// What a row of fixes says of somebody now: since when they are where they are, how fast, and how far they went.
import { contains } from "../geo/contains.ts"
import { distance } from "../geo/distance.ts"
import type { Prepared } from "../geo/Polygon.ts"
import { SHORTEST_STEP_M } from "./EntityNow.ts"

/** Fixes as columns, oldest first: epoch ms and degrees. */
export interface FixColumns {
  readonly times: ArrayLike<number>
  readonly lons: ArrayLike<number>
  readonly lats: ArrayLike<number>
}

/** Two fixes further apart say nothing of how fast somebody is now. */
const SPEED_WITHIN_MS = 7_200_000

/** The index of the first of the newest fixes in a row that all agree; the number of fixes where none does. */
const firstOf = ({ times }: FixColumns, agrees: (i: number) => boolean): number => {
  let first = times.length
  while (first > 0 && agrees(first - 1)) first--
  return first
}

const metres = ({ lats, lons }: FixColumns, a: number, b: number): number =>
  distance(lons[a]!, lats[a]!, lons[b]!, lats[b]!)

/** Since when all fixes lie in the area, epoch ms; null: the newest does not. */
export const insideSince = (fixes: FixColumns, area: Prepared): number | null => {
  const first = firstOf(fixes, (i) => contains(area, fixes.lons[i]!, fixes.lats[i]!))
  return first < fixes.times.length ? fixes.times[first]! : null
}

/** Kilometres along the fixes `[first, end)`, from where the one before them was; null: there are none. */
const kilometres = (fixes: FixColumns, first: number, end: number): number | null => {
  if (first >= end) return null
  let along = 0
  for (let i = first, at = Math.max(0, first - 1); i < end; i++) {
    const step = metres(fixes, at, i)
    if (step < SHORTEST_STEP_M) continue
    along += step
    at = i
  }
  return Math.round(along) / 1000
}

/** Kilometres along the fixes from a moment on, from where the one before it was; null: there are none. */
export const kilometresSince = (fixes: FixColumns, from: number): number | null =>
  kilometres(
    fixes,
    firstOf(fixes, (i) => fixes.times[i]! >= from),
    fixes.times.length
  )

/** How many fixes there are in each stretch between neighbours of `edges` (ascending, epoch ms), and how far. */
export const waysBetween = (fixes: FixColumns, edges: ReadonlyArray<number>) => {
  let end = 0
  while (end < fixes.times.length && fixes.times[end]! < edges[0]!) end++
  return edges.slice(1).map((edge) => {
    const first = end
    while (end < fixes.times.length && fixes.times[end]! < edge) end++
    return { fixes: end - first, distance_km: kilometres(fixes, first, end) }
  })
}

/** km/h between the two newest fixes; null: there are not two, or they are too far apart. */
export const speedBetween = (fixes: FixColumns): number | null => {
  const last = fixes.times.length - 1
  if (last < 1) return null
  const ms = fixes.times[last]! - fixes.times[last - 1]!
  return ms <= 0 || ms > SPEED_WITHIN_MS ? null : (metres(fixes, last - 1, last) / ms) * 3600
}
