// Counts of what is good and bad about the fixes of one subject in one period.
import type { Period, Subject } from "../../src/domain/analysis/Tracks.ts"
import { quantile, sorted } from "../stats/quantile.ts"
import type { CleanedFixes } from "./clean.ts"
import type { Gaps } from "./gaps.ts"

/** ExaminedTrack is all that the warnings of a track are made from. */
export interface ExaminedTrack {
  readonly subject: Subject
  readonly period: Period
  /** the run has two periods, so each warning says which one it is about */
  readonly isCompared: boolean
  readonly cleaned: CleanedFixes
  readonly gaps: Gaps
  readonly gapHours: number
  /** m/s, and whether it is the default of the subject's kind */
  readonly maxSpeed: number
  readonly isDefaultSpeed: boolean
  readonly cellM: number
  /** silence is judged from the first fix to the last, not over the period */
  readonly isOwnPeriod?: boolean | undefined
}

/**
 * Counts that the warnings and the table of data quality share. Records that never reached the track are
 * among them.
 */
export interface QualityCounts {
  readonly records: number
  readonly invalid: number
  readonly duplicates: number
  readonly conflicting: number
  readonly tooFast: number
  readonly fixes: number
  readonly poorAccuracy: number
  readonly fewSatellites: number
  /** metres; NaN: no fix says */
  readonly medianAccuracy: number
}

/** POOR_ACCURACY_M is the accuracy from which a fix counts as inaccurate. Specification 2.9. */
export const POOR_ACCURACY_M = 100
/** MIN_GOOD_SATELLITES is how many satellites a fix needs to count as good. Specification 2.9. */
export const MIN_GOOD_SATELLITES = 4
const count = (values: Float32Array, is: (value: number) => boolean): number => {
  let found = 0
  for (const value of values) if (is(value)) found++
  return found
}

/** Counts what was read of a subject in a period, what of it was left out, and how good the rest is. */
export const qualityCounts = ({
  cleaned,
  period,
  subject
}: Pick<ExaminedTrack, "cleaned" | "period" | "subject">): QualityCounts => {
  const discarded = subject.discarded[period.key] ?? { invalid: 0, duplicates: 0, conflicting: 0 }
  const { accuracy_m, satellites, time } = cleaned.fixes
  return {
    records: cleaned.rows + discarded.invalid + discarded.duplicates,
    invalid: cleaned.invalid + discarded.invalid,
    duplicates: cleaned.duplicates + discarded.duplicates,
    conflicting: cleaned.conflicting + discarded.conflicting,
    tooFast: cleaned.tooFast,
    fixes: time.length,
    poorAccuracy: count(accuracy_m, (metres) => metres > POOR_ACCURACY_M),
    fewSatellites: count(satellites, (seen) => seen < MIN_GOOD_SATELLITES),
    medianAccuracy: quantile(
      sorted(Float64Array.from(accuracy_m.filter((metres) => !Number.isNaN(metres)))),
      0.5
    )
  }
}

/**
 * Fixes that quality rules leave out, in every figure that says so: too fast, sentinels where that was asked
 * for, and those already invalid (specification 2.9).
 */
export const excludedFixes = (examined: Pick<ExaminedTrack, "cleaned" | "period" | "subject">): number => {
  const { invalid, tooFast } = qualityCounts(examined)
  return invalid + tooFast + examined.cleaned.sentinels
}
