// Schedules a replay for a record that comes after a tick or a deadline that it concerns was evaluated, and for a
// live moment inside a span under replay. Records older than the watermark are found in evaluate.ts, moments older
// than the rule's own last deadline in advance.ts.
import { admits } from "../../domain/rule/PositionFilter.ts"
import type { Observation } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import { ruleTickAfter } from "./ticks.ts"
import { isUnheard } from "./heard.ts"
import type { EvaluationContext } from "./EvaluationContext.ts"

/**
 * Schedules a replay if a record is newer than the watermark, but a tick or deadline at its time or later was
 * already evaluated, and that tick or deadline either reads such records or was evaluated when the subject
 * had not reported at all.
 */
export const scheduleReplayIfLate = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  seen: Observation
): void => {
  const isFirst = subjectActor.watermark === -Infinity,
    late = () => context.decisions.lateFrom(subjectActor.subject, countsFrom(subjectActor, seen))
  if (countsFrom(subjectActor, seen) <= subjectActor.decidedUpTo) return late()
  // a record sent during an outage counts from then on
  const heardFrom = seen.at < seen.receivedAt && isUnheard(subjectActor, seen.at) ? seen.at : seen.receivedAt
  /** Returns the first moment at which the rule would have read the record. */
  const from = (rule: Rule) =>
    Math.min(
      isFirst || reads(rule, seen) ? seen.at : Infinity,
      rule.silenceMs !== null ? heardFrom : Infinity
    )
  for (const rule of subjectActor.applicable.onTick)
    if (ruleTickAfter(rule, from(rule) - 1) <= subjectActor.tickedTo) return late()
  for (const { rule, state } of subjectActor.actors?.values() ?? [])
    if (state.judgedTo !== null && from(rule) <= state.judgedTo) return late()
}

/**
 * Schedules the span again after a live evaluation inside a span under replay: neither knows what the other
 * decided.
 */
export const rescheduleReplay = (
  { decisions }: EvaluationContext,
  { replayedTo, subject }: SubjectActor,
  at: number
): void => {
  if (at <= replayedTo) decisions.lateFrom(subject, at)
}

/**
 * Returns the moment from which a record counts: its own time, or its arrival where that is earlier (the
 * device's clock is ahead) and a schedule of this rule set or an earlier one reads arrivals.
 */
export const countsFrom = (subjectActor: SubjectActor, { at, receivedAt }: Observation): number =>
  subjectActor.arrivals === null && receivedAt > subjectActor.decidedUpTo ? at : Math.min(at, receivedAt)

/** Whether a tick, a deadline or an earlier rule set was evaluated for the subject at a moment or later. */
export const isEvaluatedUpTo = (subjectActor: SubjectActor, at: number): boolean => {
  if (at <= subjectActor.tickedTo || at <= subjectActor.decidedUpTo) return true
  if (subjectActor.actors !== null)
    for (const { state } of subjectActor.actors.values())
      if (state.judgedTo !== null && at <= state.judgedTo) return true
  return false
}

/** Whether a condition of the rule reads such records. */
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
