// The answer of a tolerance test.
import type { MadeEvent } from "../../backtest/BacktestOptions.ts"
import type { StressReport } from "../../backtest/stress/runStress.ts"
import type { VariantResult } from "../../backtest/stress/tryVariant.ts"
import { summarizeVariant, summarizeStress } from "../../backtest/stress/stressSummary.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { formatInstant } from "../../domain/time.ts"
import { subjectOf } from "./eventAnswer.ts"

const firstDifference = ({ added, moved, removed }: VariantResult) => {
  const firsts = Object.entries({ added, removed, moved }).flatMap(([change, [event]]) =>
    event === undefined ? [] : [{ change, event }]
  )
  const [first] = firsts.sort((a, b) => a.event.at - b.event.at)
  if (first === undefined) return null
  const { at, subject, title, who }: MadeEvent = first.event
  return { change: first.change, time: formatInstant(at), subject: subjectOf(subject, who), title }
}

/** Returns the answer of a tolerance test: the events of the draft, and what each variant changes. */
export const stressAnswer = (
  { base, tried }: StressReport,
  seed: number,
  document: CanonicalDocument,
  warnings: ReadonlyArray<object>
) => ({
  events: base.events.length,
  rows_read: base.rowsRead,
  truncated: base.truncatedBy !== null,
  truncated_by: base.truncatedBy,
  covered_to: formatInstant(base.coveredTo),
  seed,
  ...summarizeStress(tried, document),
  variants: tried.map((t) => ({ ...summarizeVariant(t), first_difference: firstDifference(t) })),
  warnings
})
