// What moves along lines: the pickup on its lap over the farm road, and the ranger on foot.
import { patrol, type Place, ROAD_NORTH_M, yard } from "./farm.ts"
import { solarDay } from "./rhythm.ts"

/** A leg ends at `to` and is made at `mps`. */
interface Leg {
  readonly to: Place
  readonly mps: number
}

interface Trip {
  readonly from: Place
  readonly legs: ReadonlyArray<Leg>
}

/** Where a trip is `s` seconds after it began: at its start before, at its end after. */
const along = ({ from, legs }: Trip, s: number): Place => {
  let start = from,
    left = s
  if (s <= 0) return from
  for (const { mps, to } of legs) {
    const length = Math.hypot(to[0] - start[0], to[1] - start[1])
    if (left * mps < length) {
      const share = (left * mps) / length
      return [start[0] + (to[0] - start[0]) * share, start[1] + (to[1] - start[1]) * share]
    }
    left -= length / mps
    start = to
  }
  return start
}

const seconds = ({ from, legs }: Trip): number =>
  legs.reduce(
    ({ start, sum }, { mps, to }) => ({
      start: to,
      sum: sum + Math.hypot(to[0] - start[0], to[1] - start[1]) / mps
    }),
    { start: from, sum: 0 }
  ).sum

const there: Trip = {
  from: yard,
  legs: [
    { to: [560, 90], mps: 4 },
    { to: [500, ROAD_NORTH_M], mps: 4 },
    { to: [-1100, ROAD_NORTH_M], mps: 7 },
    { to: [-1090, ROAD_NORTH_M - 10], mps: 2 },
    { to: [-1000, ROAD_NORTH_M], mps: 7 }
  ]
}

/** Kilometre one of the farm road, in a hurry or not; then home. */
const lap = (mps: number): Trip => ({
  from: there.from,
  legs: [
    ...there.legs,
    { to: [0, ROAD_NORTH_M], mps },
    { to: [500, ROAD_NORTH_M], mps: 7 },
    { to: [560, 90], mps: 4 },
    { to: yard, mps: 4 }
  ]
})

const hurried = lap(15.5),
  calm = lap(7),
  untilTheStretch = seconds(there) * 1000

const LAP_MS = 5_400_000

/**
 * Where the pickup is at `at`, when its first hurry begins at `first` (both epoch ms): a lap of ten minutes
 * every hour and a half by day, else in the yard. From `first` on every other lap has a minute at 56 km/h on
 * the road.
 */
export const pickupAt = (first: number, at: number): Place => {
  const start = first - untilTheStretch
  const n = Math.floor((at - start) / LAP_MS),
    began = start + n * LAP_MS
  const { moment } = solarDay(began)
  if (n !== 0 && (moment < 6 / 24 || moment > 21 / 24)) return yard
  return along(n >= 0 && n % 2 === 0 ? hurried : calm, (at - began) / 1000)
}

const round: Trip = { from: yard, legs: patrol.slice(1).map((to) => ({ to, mps: 1.3 })) }

/** Where the ranger is at `at` (epoch ms): on the round from 8:00 and from 15:00 by the sun, else in the yard. */
export const rangerAt = (at: number): Place => {
  const hour = solarDay(at).moment * 24
  return along(round, (hour - (hour < 15 ? 8 : 15)) * 3600)
}
