// What a reader must know about the fixes of one subject in one period before believing a number.
// Specification 2.9.
import type { Warning } from "../../src/domain/analysis/Result.ts"
import { type ExaminedTrack, qualityCounts } from "./qualityCounts.ts"
import { type DraftWarning, plural, warning } from "./warningText.ts"
import { ofSampling } from "./samplingWarnings.ts"
import { ofRecords } from "./recordWarnings.ts"
import { ofDeployments } from "./deploymentWarnings.ts"

/** A subject with fewer gets no home range and no clusters. Specification 2.8, rule 14. */
export const MIN_FIXES = 30

const ofNumber = (fixes: number): ReadonlyArray<DraftWarning> =>
  fixes === 0
    ? [warning("no_fixes", "No fixes in the period.", { fixes })]
    : fixes < MIN_FIXES
      ? [
          warning(
            "few_fixes",
            `Only ${plural(fixes, "fix", "fixes")}: below ${MIN_FIXES} no home range and no clusters ` +
              `are computed.`,
            { fixes }
          )
        ]
      : []

/** Returns every warning of one subject in one period, in one order. Each says what was counted. */
export const qualityWarnings = (examined: ExaminedTrack): ReadonlyArray<Warning> => {
  const { isCompared, period, subject } = examined
  const counts = qualityCounts(examined)
  const drafts = [
    ...ofNumber(counts.fixes),
    ...(counts.fixes === 0 ? [] : ofSampling(examined)),
    ...ofRecords(examined, counts),
    ...ofDeployments(examined)
  ]
  return drafts.map((draft) => ({
    code: draft.code,
    level: draft.level,
    subject: subject.id,
    text: isCompared && period.key === "comparison" ? `Comparison period: ${draft.text}` : draft.text,
    counts: { ...draft.counts, period: period.key }
  }))
}
