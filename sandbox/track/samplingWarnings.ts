// Warnings about how often, and how evenly, fixes came.
import { type DraftWarning, messageOf, notice, warning } from "../result/warnings.ts"
import type { ExaminedTrack } from "./qualityCounts.ts"

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
        messageOf("missingFixes", { share: gaps.missingShare, intervalSeconds: gaps.medianInterval }),
        { fixes, expected: gaps.expected, share: gaps.missingShare }
      )
    )
  }
  if (gaps.shareOfPeriod > 0.25) {
    drafts.push(
      warning(
        "gaps",
        messageOf(isOwnPeriod === true ? "gapsInTrack" : "gapsInPeriod", {
          share: gaps.shareOfPeriod,
          gaps: gaps.count,
          gapHours
        }),
        { gaps: gaps.count, gap_hours: gaps.gapSeconds / 3600, share: gaps.shareOfPeriod }
      )
    )
  }
  if (gaps.p90Interval > 3 * gaps.medianInterval) {
    drafts.push(
      notice(
        "irregular_sampling",
        messageOf("irregularSampling", { p90Seconds: gaps.p90Interval, medianSeconds: gaps.medianInterval }),
        { median_interval_s: gaps.medianInterval, p90_interval_s: gaps.p90Interval }
      )
    )
  }
  if (gaps.medianInterval > gapHours * 1800 || gaps.nearThreshold > 0.05 * steps) {
    const suggestedHours = Math.ceil(Math.max(gapHours * 1.25, (1.5 * gaps.medianInterval) / 3600) * 2) / 2
    drafts.push(
      warning(
        "gap_threshold_near_interval",
        messageOf("gapThresholdNearInterval", {
          gapHours,
          medianSeconds: gaps.medianInterval,
          gaps: gaps.count,
          steps,
          justAbove: gaps.nearThreshold,
          suggestedHours
        }),
        {
          gaps: gaps.count,
          steps,
          just_above: gaps.nearThreshold,
          median_interval_s: gaps.medianInterval,
          suggested_gap_hours: suggestedHours
        }
      )
    )
  }
  return drafts
}
