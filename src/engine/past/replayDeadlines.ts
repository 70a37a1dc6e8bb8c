// Ticks and deadlines of a replay: evaluated as far as the live engine has evaluated them.
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { Actor } from "../evaluate/BatchResult.ts"
import type { EvaluationContext, IsSpent } from "../evaluate/EvaluationContext.ts"
import { evaluateDeadlines, evaluateTimer } from "../evaluate/evaluateDeadlines.ts"
import { evaluateTicks } from "../evaluate/evaluateTicks.ts"
import { ruleTickAfter } from "../evaluate/ticks.ts"
import type { ReplayInput } from "./ReplayInput.ts"

/** MOMENTS_PER_YIELD is the number of instants and ticks evaluated between two pauses. */
export const MOMENTS_PER_YIELD = 512

/**
 * Evaluates ticks in strides shorter than MAX_MISSED_TICKS, so that none is skipped. Returns false if it
 * stopped at a tick and others follow.
 */
export function* replayTicks(
  context: EvaluationContext,
  subjectActor: SubjectActor,
  to: number,
  isSpent: IsSpent
): Generator<void, boolean> {
  if (subjectActor.nextTick <= to) {
    const every = Math.min(...subjectActor.applicable.onTick.map((r) => r.everyMs ?? Infinity))
    while (subjectActor.nextTick <= to) {
      evaluateTicks(
        context,
        subjectActor,
        Math.min(to, subjectActor.nextTick + MOMENTS_PER_YIELD * every),
        isSpent
      )
      if (isSpent() && subjectActor.nextTick <= to) return false
      yield
    }
  }
  evaluateTicks(context, subjectActor, to)
  return true
}

/**
 * Evaluates deadlines up to a moment: of the actors that `isSure` accepts all of them, of the others those
 * that the live engine evaluated and those for which timers would have fired.
 */
export const replayDeadlines = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  { deadlinesTo, now, timersTo = now }: ReplayInput,
  upTo: number,
  isSure: (actor: Actor) => boolean
): void => {
  if (subjectActor.actors === null) return
  for (const [ruleId, actor] of subjectActor.actors) {
    const to = isSure(actor) ? upTo : Math.min(upTo, deadlinesTo?.(ruleId) ?? -Infinity)
    evaluateDeadlines(context, subjectActor, actor, (due) => due <= to)
    // a hold begun by a tick waits until the ticks before its deadline are evaluated
    evaluateTimer(
      context,
      subjectActor,
      ruleId,
      timersTo,
      Math.min(upTo, ruleTickAfter(actor.rule, subjectActor.tickedTo) - 1)
    )
  }
}
