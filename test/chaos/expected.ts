// What has to come out, found the slow way: every fix against every polygon, every rule by its own loop.
// Knows the specification and the rules of the scenario, and nothing of the program: an engine that is wrong
// cannot be wrong here in the same way.
import type { Rings } from "../journeys/herd.ts"
import {
  COOLDOWN_SECONDS,
  HELD_FENCES,
  HOLD_SECONDS,
  type RuleName,
  SPEED_LIMIT_KMH,
  type TrackFix
} from "./scenario.ts"

/** Whether a point lies in a polygon with holes: a ray to the east meets an odd number of edges. */
export const isInside = (lon: number, lat: number, rings: Rings): boolean => {
  let odd = false
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [x1, y1] = ring[i - 1]!,
        [x2, y2] = ring[i]!
      if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) odd = !odd
    }
  }
  return odd
}

export interface Expected {
  readonly rule: RuleName
  /** which fence, by its place in the list; null: none */
  readonly fence: number | null
  /** event time, epoch ms */
  readonly at: number
}

const crossings = (fixes: ReadonlyArray<TrackFix>, rings: Rings) =>
  fixes.flatMap((fix, i) => {
    if (i === 0) return [] // the first sighting is no crossing
    const before = fixes[i - 1]!
    const was = isInside(before.lon, before.lat, rings),
      is = isInside(fix.lon, fix.lat, rings)
    return was === is ? [] : [{ at: fix.at, entered: is }]
  })

/**
 * An exit counts when nothing brought the animal back within the time, and a later fix shows that the time
 * has passed.
 */
const held = (fixes: ReadonlyArray<TrackFix>, rings: Rings): ReadonlyArray<number> => {
  const all = crossings(fixes, rings),
    last = fixes[fixes.length - 1]!.at
  return all.flatMap(({ at, entered }, i) => {
    const deadline = at + HOLD_SECONDS * 1000,
      back = all[i + 1]
    return entered || deadline > last || (back !== undefined && back.at <= deadline) ? [] : [deadline]
  })
}

/** A rise above a limit, and a reminder while it lasts where a rule reminds (`cooldownSeconds` above zero). */
const levels = (
  fixes: ReadonlyArray<TrackFix>,
  limitKmh: number,
  cooldownSeconds: number
): ReadonlyArray<number> => {
  const fired: Array<number> = []
  let active = false
  for (const { at, speedMps } of fixes) {
    if (speedMps === null) continue // unknown starts nothing and ends nothing
    const fast = speedMps * 3.6 > limitKmh
    if (fast && (!active || (cooldownSeconds > 0 && at - fired[fired.length - 1]! >= cooldownSeconds * 1000)))
      fired.push(at)
    active = fast
  }
  return fired
}

/** Every event of one track, in no particular order. */
export const expectedEvents = (
  fixes: ReadonlyArray<TrackFix>,
  fences: ReadonlyArray<Rings>
): ReadonlyArray<Expected> => [
  ...fences.flatMap((rings, fence) =>
    crossings(fixes, rings).map(({ at, entered }): Expected => ({
      rule: entered ? "entered" : "left",
      fence,
      at
    }))
  ),
  ...HELD_FENCES.flatMap((fence) =>
    held(fixes, fences[fence]!).map((at): Expected => ({ rule: "stayed_out", fence, at }))
  ),
  ...levels(fixes, SPEED_LIMIT_KMH, COOLDOWN_SECONDS).map((at): Expected => ({
    rule: "fast",
    fence: null,
    at
  }))
]

/** When a rule that only asks for a speed above a limit fires for one track. */
export const expectedRises = (fixes: ReadonlyArray<TrackFix>, limitKmh: number): ReadonlyArray<number> =>
  levels(fixes, limitKmh, 0)

/** In which fences a track ends. */
export const expectedPlace = (
  fixes: ReadonlyArray<TrackFix>,
  fences: ReadonlyArray<Rings>
): ReadonlyArray<number> => {
  const { lat, lon } = fixes[fixes.length - 1]!
  return fences.flatMap((rings, fence) => (isInside(lon, lat, rings) ? [fence] : []))
}
