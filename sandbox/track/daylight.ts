// Day, twilight and night by the height of the sun. Specification 2.8, rule 8.
import { getPosition } from "suncalc"
import type { Fixes } from "./Fixes.ts"
import type { Stationary } from "./stationary.ts"
import type { Steps } from "./steps.ts"

export const lights = ["day", "twilight", "night"] as const
export type Light = (typeof lights)[number]

/**
 * Limits in degrees, geometric: the upper limb touches the horizon of an observer who sees through air; the
 * end of civil twilight.
 */
export const DAY_FROM = -0.833
export const TWILIGHT_FROM = -6

/**
 * Degrees by which suncalc lifts the sun for the bending of light. Its formula (Meeus 1998, 16.4) is for a
 * sun above the horizon; below, it adds what it has at 0 degrees, so that there, where both limits lie, it
 * is one number.
 */
export const LIFT = 0.4839596

/**
 * Height of the sun's centre above the horizon in degrees, as suncalc 2 gives it: lifted by the bending of
 * light. Meeus 1998, "Astronomical algorithms", chapters 12, 13 and 25, good to 0.01 degrees.
 */
export const sunAltitude = (time: number, lon: number, lat: number): number =>
  getPosition(new Date(time), lat, lon).altitude

/** The class of a moment (epoch ms) at a place. */
export const lightAt = (time: number, lon: number, lat: number): Light => {
  const altitude = sunAltitude(time, lon, lat)
  return altitude >= DAY_FROM + LIFT ? "day" : altitude >= TWILIGHT_FROM + LIFT ? "twilight" : "night"
}

export interface LightSums {
  /** metres */
  readonly distance: number
  /** hours covered by steps */
  readonly hours: number
  readonly stationaryHours: number
  /** fixes in this light, whether or not a step begins with them */
  readonly fixes: number
}

/**
 * Sums by class of light; a step belongs to the light at its start. Ratios are made of these totals, never
 * averaged.
 */
export const daylightOf = (
  { lat, lon, time }: Fixes,
  { duration, isGap, length }: Steps,
  { isStill }: Stationary
): Readonly<Record<Light, LightSums>> => {
  const sums = {
    day: { distance: 0, hours: 0, stationaryHours: 0, fixes: 0 },
    twilight: { distance: 0, hours: 0, stationaryHours: 0, fixes: 0 },
    night: { distance: 0, hours: 0, stationaryHours: 0, fixes: 0 }
  }
  for (let i = 0; i < time.length; i++) {
    const sum = sums[lightAt(time[i]!, lon[i]!, lat[i]!)]
    sum.fixes++
    if (i === length.length || isGap[i] === 1) continue
    sum.distance += length[i]!
    sum.hours += duration[i]! / 3600
    if (isStill[i] === 1) sum.stationaryHours += duration[i]! / 3600
  }
  return sums
}
