// One step of one actor: asks `step`, writes what it decided into the changes of the batch, and sets its
// timer.
import { blank, isBlank, wakeAt } from "../../domain/rule/RuleState.ts"
import type { Facts } from "../../domain/rule/Facts.ts"
import type { Moment } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import { step } from "../../domain/rule/step.ts"
import { faultOf } from "./Book.ts"
import type { Cell } from "./Cell.ts"
import type { Actor } from "./Changes.ts"
import { describe } from "./describe.ts"
import type { Bench } from "./Bench.ts"
import { TRANSITION_BYTES, weigh } from "./weigh.ts"

/** One timer an actor is enough: when it goes off and the state wants a later one, that one is set. */
export const arm = (bench: Bench, cell: Cell, actor: Actor, wake: number): void => {
  if (actor.armed !== null && actor.armed <= wake) return
  actor.armed = wake
  bench.setTimer(cell, actor, wake)
}

/** One step of one actor, its failure kept to itself. */
export const advance = (bench: Bench, cell: Cell, rule: Rule, moment: Moment, facts: Facts): void => {
  const { changes } = bench,
    { work } = changes
  const known = cell.actors?.get(rule.id)
  work.evaluations++
  const judgedTo = known?.state.judgedTo ?? cell.lapsed?.get(rule.id) ?? null
  if (judgedTo !== null && moment._tag !== "Deadline" && moment.at <= judgedTo)
    return changes.lateFrom(cell.subject, moment.at)
  try {
    const before = known?.state ?? blank
    const { state: after, outcomes } = step(rule, before, moment, facts)
    if (bench.book.failing.size > 0 && bench.book.failing.get(rule.id) === cell.subject.id) {
      bench.book.failing.delete(rule.id)
      changes.cleared.add(rule.id)
    }
    if (after === before) return
    const events = outcomes.flatMap((o) =>
      o._tag === "Fired" ? [describe(cell, rule, o, moment, facts, before, bench)] : []
    )
    // what is decided live of a moment whose past was judged again meanwhile is not in that
    if (moment.at <= cell.rewrittenTo) changes.lateFrom(cell.subject, moment.at)
    // nothing below can fail: state and events change together or not at all
    const actor = known ?? cell.actor(rule)
    actor.state = isBlank(after) ? blank : after
    for (const outcome of outcomes) {
      if (outcome._tag !== "Ended" || actor.episode === null) continue
      changes.ended.push({
        eventId: actor.episode,
        at: outcome.at,
        projectId: cell.subject.projectId,
        subject: cell.subject
      })
      actor.episode = null
    }
    changes.events.push(...events)
    work.events += events.length
    work.bytes += TRANSITION_BYTES + events.reduce((sum, e) => sum + weigh(e), 0)
    actor.episode = events.find((e) => e.kind === "rise")?.id ?? actor.episode
    changes.states.set(actor, cell.subject)
    changes.transitions.push({
      rule,
      subjectId: cell.subject.id,
      at: moment.at,
      state: actor.state,
      eventId: events[events.length - 1]?.id ?? null,
      episode: actor.episode
    })
    const wake = wakeAt(after, rule.forMs)
    if (wake !== null) arm(bench, cell, actor, wake)
  } catch (e) {
    fail(bench, cell, rule, moment.at, e)
  }
}

const fail = (bench: Bench, cell: Cell, rule: Rule, at: number, e: unknown): void => {
  const { code, detail } = faultOf(e)
  bench.book.failing.set(rule.id, cell.subject.id)
  bench.changes.cleared.delete(rule.id)
  bench.changes.fail({ rule, subject: cell.subject, who: cell.who, at, code, detail }, bench.nextId)
}
