// What a reader must know about the fixes of one subject in one period before believing a number.
// Specification 2.9.
import type { Warning } from "../../src/domain/analysis/Result.ts"
import { type DraftWarning, messageOf, warning, warningInPeriod } from "../result/warnings.ts"
import { type ExaminedTrack, qualityCounts } from "./qualityCounts.ts"
import { ofSampling } from "./samplingWarnings.ts"
import { ofRecords } from "./recordWarnings.ts"
import { ofDeployments } from "./deploymentWarnings.ts"

/** A subject with fewer gets no home range and no clusters. Specification 2.8, rule 14. */
export const MIN_FIXES = 30

const ofNumber = (fixes: number): ReadonlyArray<DraftWarning> =>
  fixes === 0
    ? [warning("no_fixes", messageOf("noFixes", {}), { fixes })]
    : fixes < MIN_FIXES
      ? [warning("few_fixes", messageOf("fewFixes", { fixes, needed: MIN_FIXES }), { fixes })]
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
  return drafts.map((draft) => warningInPeriod(subject.id, period.key, isCompared, draft))
}
