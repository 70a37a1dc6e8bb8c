// Day, twilight and night by the height of the sun. Specification 2.8, rule 8.
import { getPosition } from "suncalc"

/** lights are the classes of daylight. */
export const lights = ["day", "twilight", "night"] as const
/** Light is the class of an elevation of the sun. */
export type Light = (typeof lights)[number]

/**
 * Limits in degrees, geometric: the upper limb touches the horizon of an observer who sees through air; the
 * end of civil twilight.
 */
export const DAY_MIN_ALTITUDE_DEGREES = -0.833
/** TWILIGHT_MIN_ALTITUDE_DEGREES is the sun's altitude at the end of civil twilight. */
export const TWILIGHT_MIN_ALTITUDE_DEGREES = -6

/**
 * Degrees by which suncalc lifts the sun for the bending of light. Its formula (Meeus 1998, 16.4) is for a
 * sun above the horizon; below, it adds what it has at 0 degrees, so that there, where both limits lie, it
 * is one number.
 */
export const REFRACTION_DEGREES = 0.4839596

/**
 * Height of the sun's centre above the horizon in degrees, as suncalc 2 gives it: lifted by the bending of
 * light. Meeus 1998, "Astronomical algorithms", chapters 12, 13 and 25, good to 0.01 degrees.
 */
export const sunAltitude = (time: number, lon: number, lat: number): number =>
  getPosition(new Date(time), lat, lon).altitude

/** Returns the class of a moment (epoch ms) at a place. */
export const lightAt = (time: number, lon: number, lat: number): Light => {
  const altitude = sunAltitude(time, lon, lat)
  return altitude >= DAY_MIN_ALTITUDE_DEGREES + REFRACTION_DEGREES
    ? "day"
    : altitude >= TWILIGHT_MIN_ALTITUDE_DEGREES + REFRACTION_DEGREES
      ? "twilight"
      : "night"
}

/** A stretch of one light, epoch ms: `[from, to)`. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly light: Light
}

/** Civil twilight lasts 20 minutes at least wherever the sun goes on through it. */
const STEP_MS = 10 * 60_000
/** RESOLUTION_MS is finer than the formula is exact. */
const RESOLUTION_MS = 1000

/**
 * Returns the stretches of light of a span `[from, to)` at a place, in order and without a gap; their borders
 * are exact to a second. A light that lasts less than ten minutes, as the sun just dips or rises near the
 * poles, may be missed. O(span).
 */
export const lightsBetween = (
  from: number,
  to: number,
  [lon, lat]: readonly [number, number]
): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  let since = from,
    light = lightAt(from, lon, lat)
  for (let at = from; at < to; at += STEP_MS) {
    const end = Math.min(at + STEP_MS, to)
    const next = lightAt(end, lon, lat)
    if (next === light) continue
    let before = at,
      after = end
    while (after - before > RESOLUTION_MS) {
      const middle = Math.floor((before + after) / 2)
      if (lightAt(middle, lon, lat) === light) before = middle
      else after = middle
    }
    if (after > since) stretches.push({ from: since, to: after, light })
    since = after
    light = next
  }
  if (to > since) stretches.push({ from: since, to, light })
  return stretches
}
