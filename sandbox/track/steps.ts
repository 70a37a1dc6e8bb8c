// Steps: pairs of consecutive fixes. Specification 2.8, rules 1 and 2.
import { distance } from "../../src/domain/geo/distance.ts"
import type { Fixes } from "./Fixes.ts"

/** Steps are columns of one length, one less than the fixes: step `i` goes from fix `i` to fix `i + 1`. */
export interface Steps {
  /** metres on the sphere (haversine) */
  readonly length: Float64Array
  /** seconds */
  readonly duration: Float64Array
  /** m/s */
  readonly speed: Float64Array
  /** 1: longer than the threshold, which is no movement */
  readonly isGap: Uint8Array
}

/** Computes the steps of cleaned fixes. A step of exactly `gapHours` is no gap. */
export const stepsOf = ({ lat, lon, time }: Fixes, gapHours: number): Steps => {
  const count = Math.max(0, time.length - 1)
  const length = new Float64Array(count),
    duration = new Float64Array(count),
    speed = new Float64Array(count),
    isGap = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const ms = time[i + 1]! - time[i]!
    length[i] = distance(lon[i]!, lat[i]!, lon[i + 1]!, lat[i + 1]!)
    duration[i] = ms / 1000
    speed[i] = length[i]! / duration[i]!
    isGap[i] = ms > gapHours * 3_600_000 ? 1 : 0
  }
  return { length, duration, speed, isGap }
}
