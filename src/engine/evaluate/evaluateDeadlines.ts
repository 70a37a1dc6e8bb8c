// Deadlines of one subject's actors: those that time has passed, and those that a timer went off for.
import { deadline } from "../../domain/rule/RuleState.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import type { Actor } from "./BatchResult.ts"
import type { EvaluationContext } from "./EvaluationContext.ts"
import { advance } from "./advance.ts"

/**
 * Whose deadlines go in step with ticks: those of schedules, and of whoever reads a window, which moves
 * forward only. Any other hold waits for its own timer or the next record: a tick says nothing about what the
 * subject has still under way.
 */
export const keepsStep = ({ everyMs, windows }: Rule): boolean => everyMs !== null || windows.length > 0

/** Judges those deadlines of all actors, or of those whose rule is meant. */
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

/** Judges those of all actors that time has passed. */
export const evaluateDeadlinesBefore = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  at: number
): void => evaluateAllDeadlines(context, subjectActor, (due) => due < at)

/** Judges the deadlines of an actor for which `isDue` says so, the earliest first, with what was known then. */
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
    // one that had passed when its version came into force is judged by what was known where the version
    // begins
    advance(
      context,
      subjectActor,
      actor.rule,
      { _tag: "Deadline", at: due },
      subjectActor.facts(Math.max(due, subjectActor.watermark), null, subjectActor.placements)
    )
    if (actor.state === before) return // its evaluation failed: the failure is on record, the deadline stays
  }
}

/**
 * A timer went off: the log holds nothing newer, so the deadlines it was set for are judged with what is
 * known; `upTo`: none newer than that.
 */
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
