// What the loop does for actors that woke, without a loop.
import { wakeAt } from "../../../src/domain/rule/RuleState.ts"
import type { EvaluationContext } from "../../../src/engine/evaluate/EvaluationContext.ts"
import { evaluateTimer } from "../../../src/engine/evaluate/evaluateDeadlines.ts"
import type { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"

/** Judges whoever has a deadline by now, the earliest first. */
export const judgeDue = (context: EvaluationContext, subjectActor: SubjectActor, now: number): void => {
  const due = [...(subjectActor.actors ?? [])].flatMap(([ruleId, { rule, state }]) => {
    const at = wakeAt(state, rule)
    return at === null || at > now ? [] : [{ at, ruleId }]
  })
  due.sort((a, b) => a.at - b.at || (a.ruleId < b.ruleId ? -1 : 1))
  for (const { ruleId } of due) evaluateTimer(context, subjectActor, ruleId, now)
}
