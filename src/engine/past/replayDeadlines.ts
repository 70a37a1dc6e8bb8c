// Ticks and deadlines of a past that is judged again: as far as the live engine has judged them.
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { Actor } from "../evaluate/BatchResult.ts"
import type { EvaluationContext, IsSpent } from "../evaluate/EvaluationContext.ts"
import { evaluateDeadlines, evaluateTimer } from "../evaluate/evaluateDeadlines.ts"
import { evaluateTicks } from "../evaluate/evaluateTicks.ts"
import { ruleTickAfter } from "../evaluate/ticks.ts"
import type { Past } from "./ReplayInput.ts"

/** Instants and ticks judged between two pauses. */
export const YIELD_EVERY = 512

/**
 * In strides shorter than what a live engine catches up with, so that none is skipped. False: it stopped at a
 * tick, and others follow.
 */
export function* passTicks(
  context: EvaluationContext,
  subjectActor: SubjectActor,
  to: number,
  isSpent: IsSpent
): Generator<void, boolean> {
  if (subjectActor.nextTick <= to) {
    const every = Math.min(...subjectActor.concern.onTick.map((r) => r.everyMs ?? Infinity))
    while (subjectActor.nextTick <= to) {
      evaluateTicks(context, subjectActor, Math.min(to, subjectActor.nextTick + YIELD_EVERY * every), isSpent)
      if (isSpent() && subjectActor.nextTick <= to) return false
      yield
    }
  }
  evaluateTicks(context, subjectActor, to)
  return true
}

/**
 * Judges the deadlines up to a moment: of those of whom it is said all, of the others what the live engine
 * has judged, and what timers would have gone off for.
 */
export const settle = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  { deadlinesTo, now, timersTo = now }: Past,
  upTo: number,
  isSure: (actor: Actor) => boolean
): void => {
  if (subjectActor.actors === null) return
  for (const [ruleId, actor] of subjectActor.actors) {
    const to = isSure(actor) ? upTo : Math.min(upTo, deadlinesTo?.(ruleId) ?? -Infinity)
    evaluateDeadlines(context, subjectActor, actor, (due) => due <= to)
    // a hold that a tick began waits until the ticks before its deadline are judged
    evaluateTimer(
      context,
      subjectActor,
      ruleId,
      timersTo,
      Math.min(upTo, ruleTickAfter(actor.rule, subjectActor.tickedTo) - 1)
    )
  }
}
