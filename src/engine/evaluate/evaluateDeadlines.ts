// Evaluates deadlines of one subject's actors: those that have passed, and those for which a timer fired.
import { deadline } from "../../domain/rule/RuleState.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import type { Actor } from "./BatchResult.ts"
import type { EvaluationContext } from "./EvaluationContext.ts"
import { advance } from "./advance.ts"

/**
 * Whether a rule's deadlines are evaluated in step with ticks: those of schedules, and of rules that read a
 * window, which only moves forward. Other holds wait for their timer or the next record: a tick says nothing
 * about records still to come.
 */
export const followsTicks = ({ everyMs, windows }: Rule): boolean => everyMs !== null || windows.length > 0

/** Evaluates the deadlines of all actors, or of those of some rules, that `isDue` accepts. */
export const evaluateAllDeadlines = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  isDue: (deadline: number) => boolean,
  of: (rule: Rule) => boolean = () => true
): void => {
  if (subjectActor.actors !== null)
    for (const actor of subjectActor.actors.values())
      if (of(actor.rule)) evaluateDeadlines(context, subjectActor, actor, isDue)
}

/** Evaluates the deadlines of all actors before a moment. */
export const evaluateDeadlinesBefore = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  at: number
): void => evaluateAllDeadlines(context, subjectActor, (due) => due < at)

/** Evaluates the deadlines of one actor that `isDue` accepts, the earliest first, with the facts known then. */
export const evaluateDeadlines = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  actor: Actor,
  isDue: (deadline: number) => boolean
): void => {
  for (
    let due = deadline(actor.state, actor.rule);
    due !== null && isDue(due);
    due = deadline(actor.state, actor.rule)
  ) {
    const before = actor.state
    // a deadline that had passed when its version came into force is evaluated with the facts of that moment
    advance(
      context,
      subjectActor,
      actor.rule,
      { _tag: "Deadline", at: due },
      subjectActor.facts(Math.max(due, subjectActor.watermark), null, subjectActor.placements)
    )
    if (actor.state === before) return // its evaluation failed, which is recorded: the deadline stays
  }
}

/** Evaluates the deadlines for which a timer fired: the log holds nothing newer. `upTo`: none newer than that. */
export const evaluateTimer = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  ruleId: string,
  now: number,
  upTo = Infinity
): void => {
  const actor = subjectActor.actors?.get(ruleId)
  if (actor === undefined) return
  const {
    rule: { forMs },
    state
  } = actor
  const begun = [
    ...state.holds.filter((h) => !h.overdue),
    ...(state.since === null || state.overdue ? [] : [{ since: state.since, arrivedAt: state.arrivedAt }])
  ]
  const due = Math.max(
    ...begun.flatMap((h) => (h.arrivedAt !== null && h.arrivedAt + forMs <= now ? [h.since + forMs] : []))
  )
  evaluateDeadlines(context, subjectActor, actor, (d) => d <= due && d <= upTo)
}
