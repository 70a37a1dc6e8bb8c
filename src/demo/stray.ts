// The restless cow: it leaves the herd, walks out through the weak spot of its pasture's fence, grazes
// outside and comes back.
import type { Pasture, Place } from "./farm.ts"

const HOUR_MS = 3_600_000
/** After the start it goes every two hours; the past has an outing every twelve. */
const period = (sinceFirst: number) => (sinceFirst < 0 ? 12 : 2) * HOUR_MS

const WALK_MPS = 1.4
const INSIDE_M = 20
const OUTSIDE_M = 110
const APPROACH_SECONDS = 1440
const WAIT_SECONDS = 60
const RETURN_SECONDS = 360

const smooth = (share: number) => share * share * (3 - 2 * share)

/** Metres outside the fence, negative inside, `s` seconds after the crossing. */
const outside = (s: number): number =>
  s < RETURN_SECONDS
    ? Math.max(-INSIDE_M, Math.min(WALK_MPS * s, OUTSIDE_M))
    : Math.max(-INSIDE_M, OUTSIDE_M - WALK_MPS * (s - RETURN_SECONDS))

const ROUND_TRIP_SECONDS = RETURN_SECONDS + (OUTSIDE_M + INSIDE_M) / WALK_MPS

/** The crossing nearest to `at`, when the first one of all is at `first` (both epoch ms). */
export const crossingNear = (first: number, at: number): number => {
  const p = period(at - first)
  return first + Math.round((at - first) / p) * p
}

/**
 * Where the cow is at `at` when it crosses the fence at `crossing` (epoch ms) and its herd would have it at
 * `home`: `home` itself but for 25 minutes before and half an hour after.
 */
export const stray = (crossing: number, at: number, home: Place, { weakSpot }: Pasture): Place => {
  const s = (at - crossing) / 1000
  const away =
    s < -WAIT_SECONDS
      ? Math.max(0, 1 + (s + WAIT_SECONDS) / APPROACH_SECONDS)
      : Math.max(0, Math.min(1, 1 - (s - ROUND_TRIP_SECONDS) / APPROACH_SECONDS))
  if (away === 0) return home
  const d = outside(s),
    share = smooth(away)
  const place: Place = [weakSpot.at[0] + d * weakSpot.out[0], weakSpot.at[1] + d * weakSpot.out[1]]
  return [home[0] + (place[0] - home[0]) * share, home[1] + (place[1] - home[1]) * share]
}
