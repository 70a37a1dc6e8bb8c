// How regularly fixes came, and how much of the time is without fixes. Specification 2.8, rules 2 and 3; 2.9.
import type { Period } from "../../src/domain/analysis/Tracks.ts"
import { quantile, sorted } from "../stats/quantile.ts"
import type { Steps } from "./steps.ts"

/** Gaps are the intervals between fixes in figures. Seconds; NaN where there is nothing to compute it from. */
export interface Gaps {
  readonly medianInterval: number
  readonly p90Interval: number
  readonly count: number
  readonly gapSeconds: number
  readonly coveredSeconds: number
  /** gap time / (last - first) */
  readonly shareOfTrack: number
  /** silence / period, its silent head and tail included */
  readonly shareOfPeriod: number
  /** covered time / period */
  readonly coveredShare: number
  /** 1 - n / (round(span / median interval) + 1); 0 where more came than expected */
  readonly missingShare: number
  readonly expected: number
  /** steps at most 5% above the threshold: gaps by a few minutes */
  readonly nearThreshold: number
}

/** Returns the seconds that a subject is judged over: the period, or the time from its first fix to its last. */
export const judgedSeconds = (
  { from, to }: Pick<Period, "from" | "to">,
  time: Float64Array,
  isOwn: boolean | undefined
): number => (isOwn === true && time.length > 0 ? time.at(-1)! - time[0]! : to - from) / 1000

/** Computes gaps over the steps of `fixes` fixes in a period of so many seconds. */
export const gapsOf = (
  { duration, isGap }: Steps,
  gapHours: number,
  fixes: number,
  periodSeconds: number
): Gaps => {
  let count = 0,
    gapSeconds = 0,
    coveredSeconds = 0,
    nearThreshold = 0
  for (let i = 0; i < duration.length; i++) {
    if (isGap[i] === 0) {
      coveredSeconds += duration[i]!
      continue
    }
    count++
    gapSeconds += duration[i]!
    if (duration[i]! <= gapHours * 3600 * 1.05) nearThreshold++
  }
  const intervals = sorted(duration)
  const medianInterval = quantile(intervals, 0.5)
  const span = gapSeconds + coveredSeconds
  const expected = Math.round(span / medianInterval) + 1
  return {
    medianInterval,
    p90Interval: quantile(intervals, 0.9),
    count,
    gapSeconds,
    coveredSeconds,
    expected,
    nearThreshold,
    shareOfTrack: gapSeconds / span,
    coveredShare: coveredSeconds / periodSeconds,
    shareOfPeriod: 1 - coveredSeconds / periodSeconds,
    missingShare: fixes > expected ? 0 : 1 - fixes / expected
  }
}
