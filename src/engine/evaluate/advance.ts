// One step of one actor: asks `step`, and writes what it decided into the changes of the batch.
import { blank, isBlank } from "../../domain/rule/RuleState.ts"
import type { Facts } from "../../domain/rule/Facts.ts"
import type { Moment } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import { step } from "../../domain/rule/step.ts"
import { faultOf } from "./RuleSet.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import { describe } from "./describe.ts"
import { overtaken } from "./reconsider.ts"
import type { EvaluationContext } from "./EvaluationContext.ts"
import { TRANSITION_BYTES, weigh } from "./weigh.ts"

/** One step of one actor, its failure kept to itself. */
export const advance = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  rule: Rule,
  moment: Moment,
  found: Facts
): void => {
  const { changes } = context,
    { work } = changes
  const known = subjectActor.actors?.get(rule.id)
  work.evaluations++
  const judgedTo = known?.state.judgedTo ?? subjectActor.lapsed?.get(rule.id) ?? null
  if (judgedTo !== null && moment._tag !== "Deadline" && moment.at <= judgedTo)
    return changes.lateFrom(subjectActor.subject, moment.at)
  try {
    const facts = context.factsOf?.(rule, found, subjectActor) ?? found
    const before = known?.state ?? blank
    const { state: after, outcomes } = step(rule, before, moment, facts)
    if (
      context.ruleSet.failing.size > 0 &&
      context.ruleSet.failing.get(rule.id) === subjectActor.subject.id
    ) {
      context.ruleSet.failing.delete(rule.id)
      changes.cleared.add(rule.id)
    }
    if (after === before) return
    const events = outcomes.flatMap((o) =>
      o._tag === "Fired" ? [describe(subjectActor, rule, o, moment, facts, before, context)] : []
    )
    overtaken(context, subjectActor, moment.at)
    // nothing below can fail: state and events change together or not at all
    const actor = known ?? subjectActor.actor(rule)
    actor.state = isBlank(after) ? blank : after
    for (const outcome of outcomes) {
      if (outcome._tag !== "Ended" || actor.episode === null) continue
      changes.ended.push({
        eventId: actor.episode,
        at: outcome.at,
        projectId: subjectActor.subject.projectId,
        subject: subjectActor.subject
      })
      actor.episode = null
    }
    changes.events.push(...events)
    work.events += events.length
    work.bytes += TRANSITION_BYTES + events.reduce((sum, e) => sum + weigh(e), 0)
    actor.episode = events.find((e) => e.kind === "rise")?.id ?? actor.episode
    changes.states.set(actor, subjectActor.subject)
    changes.transitions.push({
      rule,
      subjectId: subjectActor.subject.id,
      at: moment.at,
      state: actor.state,
      eventId: events[events.length - 1]?.id ?? null,
      episode: actor.episode
    })
  } catch (e) {
    fail(context, subjectActor, rule, moment.at, e)
  }
}

const fail = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  rule: Rule,
  at: number,
  e: unknown
): void => {
  const { code, detail } = faultOf(e)
  context.ruleSet.failing.set(rule.id, subjectActor.subject.id)
  context.changes.cleared.delete(rule.id)
  context.changes.fail(
    { rule, subject: subjectActor.subject, who: subjectActor.who, at, code, detail },
    context.nextId
  )
}
