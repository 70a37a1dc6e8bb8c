// Leads one subject through the ticks of its schedules, with the deadlines between them.
import type { Rule } from "../../domain/rule/Rule.ts"
import { wornDeviceAt } from "../../domain/rule/scope.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import { MAX_MISSED_TICKS, ruleTickAfter, TICK_GRACE_MS, tickAt } from "./ticks.ts"
import type { EvaluationContext, IsSpent } from "./EvaluationContext.ts"
import { evaluateAllDeadlines, followsTicks } from "./evaluateDeadlines.ts"
import { rescheduleReplay } from "./lateRecords.ts"
import { advance } from "./advance.ts"

/**
 * Evaluates the ticks of a subject up to and with a moment; the log must hold no older record that is still
 * to be evaluated. Returns false if it stopped at an earlier tick.
 */
export const evaluateTicks = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  to: number,
  isSpent?: IsSpent
): boolean => {
  if (to <= subjectActor.tickedTo) return true
  // a subject that has not reported yet is not asked
  const reached = subjectActor.watermark > -Infinity ? advanceTicks(context, subjectActor, to, isSpent) : to
  subjectActor.setTickedTo(reached)
  return reached === to
}

/** Whether a tick may ask the rule about a subject, as far as devices decide. */
const mayBeAsked = ({ devices }: Rule, { who: { device, entity } }: SubjectActor): boolean =>
  devices === null ||
  (entity?.worn === undefined ? devices.has(device.id) : entity.worn.some(({ id }) => devices.has(id)))

/** Whether a tick asks the rule about a subject: under `device_ids` only while it wears one of the devices. */
const isAskedAt = ({ devices }: Rule, { who }: SubjectActor, at: number): boolean =>
  devices === null || wornDeviceAt(devices, who, at) !== null

/**
 * Evaluates each instant at which a schedule of the subject ticks, in order, with the deadlines before it.
 * Returns up to when they are evaluated.
 */
const advanceTicks = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  to: number,
  isSpent?: IsSpent
): number => {
  const onTick = subjectActor.applicable.onTick.filter((rule) => mayBeAsked(rule, subjectActor))
  if (onTick.length === 0) return to
  const oldest = (rule: Rule) =>
    rule.everyMs === null ? to : tickAt(rule.everyMs, to) - MAX_MISSED_TICKS * rule.everyMs
  const next = onTick.map((rule) => ruleTickAfter(rule, Math.max(subjectActor.tickedTo, oldest(rule))))
  for (;;) {
    const at = Math.min(...next)
    if (at > to) return to
    evaluateAllDeadlines(context, subjectActor, (due) => due < at, followsTicks)
    rescheduleReplay(context, subjectActor, at)
    const facts = subjectActor.facts(at, null, subjectActor.placements)
    onTick.forEach((rule, i) => {
      if (next[i] !== at) return
      if (isAskedAt(rule, subjectActor, at))
        advance(context, subjectActor, rule, { _tag: "Tick", at, receivedAt: at + TICK_GRACE_MS }, facts)
      next[i] = ruleTickAfter(rule, at)
    })
    if (isSpent?.() === true) return at
  }
}
