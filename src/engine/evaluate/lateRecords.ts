// Records that come after what they concern was judged: by a tick or a deadline, though no record was newer.
import { admits } from "../../domain/rule/PositionFilter.ts"
import type { Observation } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import { ruleTickAfter } from "./ticks.ts"
import { isUnheard } from "./heard.ts"
import type { EvaluationContext } from "./EvaluationContext.ts"

/**
 * A record newer than the watermark and not newer than a tick or a deadline that was judged: that did not
 * know it, or not even the subject.
 */
export const reconsider = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  seen: Observation
): void => {
  const isFirst = subjectActor.watermark === -Infinity,
    late = () => context.changes.lateFrom(subjectActor.subject, since(subjectActor, seen))
  if (since(subjectActor, seen) <= subjectActor.settledTo) return late()
  // what was sent amid an outage counts from then on
  const heardFrom = seen.at < seen.receivedAt && isUnheard(subjectActor, seen.at) ? seen.at : seen.receivedAt
  /** the first moment at which the rule would have asked about it */
  const from = (rule: Rule) =>
    Math.min(
      isFirst || reads(rule, seen) ? seen.at : Infinity,
      rule.silenceMs !== null ? heardFrom : Infinity
    )
  for (const rule of subjectActor.concern.onTick)
    if (ruleTickAfter(rule, from(rule) - 1) <= subjectActor.tickedTo) return late()
  for (const { rule, state } of subjectActor.actors?.values() ?? [])
    if (state.judgedTo !== null && from(rule) <= state.judgedTo) return late()
}

/**
 * A moment judged live in a past that is being judged again, and has been so beyond it: what is found here is
 * not in that, and what that had found is not known here.
 */
export const overtaken = (
  { changes }: EvaluationContext,
  { rewrittenTo, subject }: SubjectActor,
  at: number
): void => {
  if (at <= rewrittenTo) changes.lateFrom(subject, at)
}

/**
 * From when on a record tells something: one of a clock that is ahead arrives before its time. That counts
 * where schedules ask, or an edition before did by then.
 */
export const since = (subjectActor: SubjectActor, { at, receivedAt }: Observation): number =>
  subjectActor.receipts === null && receivedAt > subjectActor.settledTo ? at : Math.min(at, receivedAt)

/** Whether the clock, or a tick, has brought the subject further than its records. */
export const isAhead = (subjectActor: SubjectActor, at: number): boolean => {
  if (at <= subjectActor.tickedTo || at <= subjectActor.settledTo) return true
  if (subjectActor.actors !== null)
    for (const { state } of subjectActor.actors.values())
      if (state.judgedTo !== null && at <= state.judgedTo) return true
  return false
}

/** Whether a condition of the rule looks at such records. */
const reads = (
  { metrics, positionFilters, readsFix, recordTypes, windows }: Rule,
  seen: Observation
): boolean => {
  switch (seen._tag) {
    case "Position":
      return (positionFilters.length > 0 || readsFix) && admits(recordTypes, seen.recordType)
    case "Measurement":
      return metrics.includes(seen.metric) || windows.some((w) => w.metric === seen.metric)
    case "DeviceState":
      return false
  }
}
