// Warnings about how often, and how evenly, fixes came.
import type { ExaminedTrack } from "./qualityCounts.ts"
import { type DraftWarning, duration, notice, percent, plural, warning } from "./warningText.ts"

/** Missing fixes, gaps, irregular intervals, and a gap threshold that is too close to them. */
export const ofSampling = ({
  cleaned,
  gapHours,
  gaps,
  isOwnPeriod
}: ExaminedTrack): ReadonlyArray<DraftWarning> => {
  const fixes = cleaned.fixes.time.length
  const steps = fixes - 1
  const drafts: Array<DraftWarning> = []
  if (gaps.missingShare > 0.05) {
    drafts.push(
      (gaps.missingShare > 0.2 ? warning : notice)(
        "missing_fixes",
        `${percent(gaps.missingShare)} of the fixes expected from a median interval ` +
          `of ${duration(gaps.medianInterval)} are missing.`,
        { fixes, expected: gaps.expected, share: gaps.missingShare }
      )
    )
  }
  if (gaps.shareOfPeriod > 0.25) {
    const silence =
      isOwnPeriod === true
        ? `of the time from the first fix to the last is silence: ${plural(gaps.count, "gap")} longer ` +
          `than ${gapHours} h.`
        : `of the period is silence: ${plural(gaps.count, "gap")} longer than ${gapHours} h, and the ` +
          `time before the first and after the last fix.`
    drafts.push(
      warning("gaps", `${percent(gaps.shareOfPeriod)} ${silence}`, {
        gaps: gaps.count,
        gap_hours: gaps.gapSeconds / 3600,
        share: gaps.shareOfPeriod
      })
    )
  }
  if (gaps.p90Interval > 3 * gaps.medianInterval) {
    drafts.push(
      notice(
        "irregular_sampling",
        `Fixes came irregularly: a tenth of the intervals is longer ` +
          `than ${duration(gaps.p90Interval)}, half of them shorter ` +
          `than ${duration(gaps.medianInterval)}. The mean of step speeds then weighs the short ` +
          `intervals; distance over time stands beside it.`,
        { median_interval_s: gaps.medianInterval, p90_interval_s: gaps.p90Interval }
      )
    )
  }
  if (gaps.medianInterval > gapHours * 1800 || gaps.nearThreshold > 0.05 * steps) {
    const tried = Math.ceil(Math.max(gapHours * 1.25, (1.5 * gaps.medianInterval) / 3600) * 2) / 2
    drafts.push(
      warning(
        "gap_threshold_near_interval",
        `The gap threshold of ${gapHours} h is close to how often the device reports ` +
          `(median ${duration(gaps.medianInterval)}): ${gaps.count} of ${plural(steps, "step")} are ` +
          `gaps${gaps.nearThreshold === 0 ? "" : `, ${gaps.nearThreshold} of them by a few minutes`}, ` +
          `and no distance is counted in them. Try a gap threshold of ${tried} h.`,
        {
          gaps: gaps.count,
          steps,
          just_above: gaps.nearThreshold,
          median_interval_s: gaps.medianInterval,
          suggested_gap_hours: tried
        }
      )
    )
  }
  return drafts
}
