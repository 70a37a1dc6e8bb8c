// Day, twilight and night by the height of the sun. Specification 2.8, rule 8.
import type { Fixes } from "./Fixes.ts"
import type { Stationary } from "./stationary.ts"
import type { Steps } from "./steps.ts"

export const lights = ["day", "twilight", "night"] as const
export type Light = (typeof lights)[number]

/** Degrees. The upper limb touches the horizon of an observer who sees through air; the end of civil twilight. */
export const DAY_FROM = -0.833
export const TWILIGHT_FROM = -6

const radians = Math.PI / 180

/**
 * Seconds that the earth's rotation is behind even time (TT - UT), 1900 to 2150. Espenak and Meeus 2006, the
 * years around 2000.
 */
const clockLag = (year: number): number =>
  year < 2005 ? 63.86 + (year - 2000) * 0.3345 : 62.92 + (year - 2000) * (0.32217 + (year - 2000) * 0.005589)

/**
 * Height of the sun's centre above the horizon in degrees, geometric: air does not bend it here, the limits
 * above allow for that. Meeus 1998, "Astronomical algorithms", chapters 12, 13 and 25 (the series NOAA's
 * calculator uses), good to 0.01 degrees. The library at hand, suncalc 2, adds refraction to its answer,
 * which would count it twice.
 */
export const sunElevation = (time: number, lon: number, lat: number): number => {
  const days = time / 86_400_000 - 10_957.5 // since 2000-01-01 12:00
  const t = (days + clockLag(2000 + days / 365.2425) / 86_400) / 36_525
  const meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
  const anomaly = (357.52911 + t * (35_999.05029 - t * 0.0001537)) * radians
  const centre =
    (1.914602 - t * (0.004817 + t * 0.000014)) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly)
  const node = (125.04 - 1934.136 * t) * radians
  const longitude = (meanLongitude + centre - 0.00569 - 0.00478 * Math.sin(node)) * radians
  const obliquity = (23.439291 - t * 0.0130042 + 0.00256 * Math.cos(node)) * radians
  const sinDeclination = Math.sin(obliquity) * Math.sin(longitude)
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude))
  const hourAngle = (280.46061837 + 360.98564736629 * days + lon) * radians - ascension
  const cosDeclination = Math.sqrt(1 - sinDeclination * sinDeclination)
  return (
    Math.asin(
      Math.sin(lat * radians) * sinDeclination +
        Math.cos(lat * radians) * cosDeclination * Math.cos(hourAngle)
    ) / radians
  )
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
    const elevation = sunElevation(time[i]!, lon[i]!, lat[i]!)
    const sum = elevation >= DAY_FROM ? sums.day : elevation >= TWILIGHT_FROM ? sums.twilight : sums.night
    sum.fixes++
    if (i === length.length || isGap[i] === 1) continue
    sum.distance += length[i]!
    sum.hours += duration[i]! / 3600
    if (isStill[i] === 1) sum.stationaryHours += duration[i]! / 3600
  }
  return sums
}
