// A stretch of one subject's past, judged again as the live engine would have judged it in order: same actors,
// same step, no database and no clock. The late lane commits what comes out; a rule tried in code only reads
// it.
import { withoutRedrawn } from "../../domain/rule/holds.ts"
import { endOfInstant, inOrder } from "../../domain/rule/Observation.ts"
import { blank, isBlank } from "../../domain/rule/RuleState.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import { scopeKeyOf } from "../../domain/rule/scope.ts"
import { looksSince, makeRuleSet, type RuleSet } from "../evaluate/RuleSet.ts"
import { SubjectActor } from "../evaluate/SubjectActor.ts"
import { BatchResult } from "../evaluate/BatchResult.ts"
import type { EvaluationContext } from "../evaluate/EvaluationContext.ts"
import { evaluateDeadlines, keepsStep } from "../evaluate/evaluateDeadlines.ts"
import { evaluateInstant } from "../evaluate/evaluate.ts"
import { evaluateTicks } from "../evaluate/evaluateTicks.ts"
import { needsOf } from "../evaluate/Needs.ts"
import { ownPlaces } from "./factsForRuleSet.ts"
import { afterTicks, beforeTicks, type Segment, Timeline } from "./Timeline.ts"
import type { Past, Replayed } from "./ReplayInput.ts"
import { passTicks, settle, YIELD_EVERY } from "./replayDeadlines.ts"

/**
 * What was remembered just before, of versions that judge nothing from where the past begins: the edition
 * that dropped them forgot it. While a past is under way nobody wrote that down, so it is done here.
 */
const forget = (
  { memory, now, periods, subject, ticksFrom, who }: Past,
  timeline: Timeline,
  { actors }: SubjectActor,
  changes: BatchResult
): void => {
  // where nothing took over: what was judged when the version was dropped stays so, its newest tick, too
  const first = periods[0],
    dropped = first === undefined ? ticksFrom : Math.max(first.recordsAfter, first.ticksAfter)
  for (const { blankFrom, episode, ruleId, state } of memory.states) {
    if (actors?.has(ruleId) || isBlank(state)) continue
    const decided = memory.decided?.get(ruleId)
    if (decided !== undefined)
      changes.transitions.push({
        rule: { id: ruleId, projectId: subject.projectId, version: decided.version, blankFrom },
        subjectId: subject.id,
        // no later than that: what took over may decide about records older than the ticks before the past
        at: Math.max(
          decided.at,
          Math.min(ticksFrom, timeline.endOf(ruleId, blankFrom, decided.at) ?? dropped)
        ),
        state: blank,
        eventId: null,
        episode: null
      })
    if (episode === null) continue
    // an episode that has an end on record keeps it
    const judging = periods.findLastIndex(({ ruleSet, who: then = who }) => {
      const rule = ruleSet.byId.get(ruleId)
      return rule?.blankFrom === blankFrom && ruleSet.concernOf(then).rules.has(rule)
    })
    const at = periods[judging + 1]?.at ?? now
    changes.ended.push({ eventId: episode, at, after: -Infinity, projectId: subject.projectId, subject })
  }
}

export const replay = (past: Past): Replayed => {
  const steps = replayInSteps(past)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same with pauses, for a process that has other things to do meanwhile. */
export function* replayInSteps(past: Past): Generator<void, Replayed> {
  const {
    periods,
    goesOn = false,
    isSpent = () => false,
    now,
    subject,
    ticksTo,
    until = Infinity,
    who
  } = past
  const changes = new BatchResult(now, past.work)
  const timeline = new Timeline(
    periods,
    who,
    makeRuleSet(subject.projectId, { version: -1, features: [], rules: [] })
  )
  const needs = needsOf(periods.flatMap((c) => c.ruleSet.rules))
  const records = [...past.records].sort(inOrder)
  const start = Math.min(beforeTicks(records[0]?.at ?? Infinity), afterTicks(past.ticksFrom + 1))
  const last = periods.at(-1)

  let segment = timeline.before(start)
  const subjectActor = new SubjectActor(
    subject,
    who,
    { ...past.memory, edition: last?.ruleSet.version ?? null, scopeKey: scopeKeyOf(last?.who ?? who) },
    (id) => segment.rules.get(id)
  )
  forget(past, timeline, subjectActor, changes)
  const open = past.memory.states.flatMap((s) => s.episode ?? [])
  subjectActor.tickedTo = past.ticksFrom
  subjectActor.receipts = past.receipts === null ? null : [...new Set(past.receipts)]
  if (past.hearing !== undefined) subjectActor.hearing = past.hearing
  const failing = new Map<string, string>() // who fails now is not told by the past
  // facts are kept for the rules of all periods from the first record on; a way of looking begins with the
  // period that asks for it, and a version that still judges while newer features place the subject looks
  // all the while
  // between the two moments after which a period judges its features place the subject already, while rules
  // of the one before still judge
  const editionOf = new Map(
    periods.flatMap(({ ruleSet }) => ruleSet.rules.map((rule) => [rule, ruleSet] as const))
  )
  const ruleSetOf = (rule: Rule): RuleSet => editionOf.get(timeline.originOf(rule))!
  const contextOf = ({ ruleSet, rules }: Segment): EvaluationContext => {
    const looking = [...ruleSet.rules, ...rules.values()]
    const isMixed = [...rules.values()].some((rule) => ruleSetOf(rule) !== ruleSet)
    return {
      ruleSet: {
        ...ruleSet,
        byId: rules,
        looksSince: looksSince(looking),
        needs: { ...needs, positionFilters: needsOf(looking).positionFilters },
        failing
      },
      changes,
      nextId: past.nextId,
      isLate: () => past.late ?? false,
      ...(isMixed ? { factsOf: (rule, facts, actor) => ownPlaces(facts, ruleSetOf(rule), actor) } : {})
    }
  }
  let context = contextOf(segment)
  subjectActor.follow(context.ruleSet, segment.concern, changes)

  let next = 0,
    judged = 0
  /**
   * Cuts the past at a moment, so that nothing of an event time up to it is left to be decided; false: with
   * the last record and the last tick behind it, it goes on to its end. Whoever is asked later judges the
   * deadlines first, and finds what is found here.
   */
  const cutAt = (at: number): boolean => {
    const isHeard = goesOn || next < records.length
    evaluateTicks(context, subjectActor, isHeard ? at : Math.min(at, ticksTo))
    const isTicked = subjectActor.nextTick <= Math.min(timeline.after(segment)?.ticksTo ?? Infinity, ticksTo)
    if (!isHeard && !isTicked && at < until) return false
    settle(
      context,
      subjectActor,
      past,
      at,
      ({ rule }) => isHeard || (isTicked && keepsStep(rule)) || timeline.handsOverAfter(rule.id, at)
    )
    return true
  }
  const judge = function* (): Generator<void, number> {
    for (;;) {
      const boundary = timeline.after(segment),
        end = boundary?.recordsTo ?? Infinity
      const to = Math.min(end, until)
      while (next < records.length && records[next]!.at <= to) {
        const { at } = records[next]!
        if (!(yield* passTicks(context, subjectActor, at - 1, isSpent)) && cutAt(subjectActor.tickedTo))
          return subjectActor.tickedTo
        const from = next
        next = endOfInstant(records, from)
        evaluateInstant(context, subjectActor, records, from, next)
        if (++judged % YIELD_EVERY === 0) yield
        if (at < to && isSpent() && cutAt(at)) return at
      }
      if (
        !(yield* passTicks(
          context,
          subjectActor,
          Math.min(to, boundary?.ticksTo ?? Infinity, ticksTo),
          isSpent
        )) &&
        cutAt(subjectActor.tickedTo)
      )
        return subjectActor.tickedTo
      if (until < end && cutAt(until)) return until
      if (boundary === null) return Infinity
      // deadlines that the versions which end here have judged, or would have
      const dropped = new Map<string, { readonly after: number; readonly at: number }>()
      // of several versions that begin here, those between judge nothing, and do not know what is redrawn
      const ending = new Map<string, Rule>()
      for (const { after, beganAt, drops, own, rule, ruleId } of boundary.handovers) {
        const actor = subjectActor.actors?.get(ruleId)
        if (actor === undefined || dropped.has(ruleId)) continue
        evaluateDeadlines(context, subjectActor, actor, (due) => (own ? due <= after : due < after))
        if (drops) {
          dropped.set(ruleId, { after, at: beganAt ?? now })
          continue
        }
        if (!ending.has(ruleId)) ending.set(ruleId, actor.rule)
        const state = withoutRedrawn(ending.get(ruleId)!, rule!, actor.state)
        actor.rule = rule!
        if (state === actor.state) continue
        actor.state = state
        changes.states.set(actor, subject)
        const { episode } = actor
        changes.transitions.push({
          rule: rule!,
          subjectId: subject.id,
          at: after,
          state,
          eventId: null,
          episode
        })
      }
      segment = boundary.segment
      context = contextOf(segment)
      subjectActor.follow(context.ruleSet, segment.concern, changes, dropped)
      if ((boundary.ticksTo === until || isSpent()) && cutAt(end)) return end
    }
  }
  const to = yield* judge()
  if (to === Infinity) settle(context, subjectActor, past, Infinity, () => false)
  changes.events.splice(
    0,
    Infinity,
    ...changes.events.map((e) => ({
      ...e,
      ruleSetVersion: ruleSetOf(e.rule).version
    }))
  )
  const judgesOf: Replayed["judgesOf"] = (ruleId, at, version) =>
    timeline.judgesOf(ruleId, at, version).map(ruleSetOf)
  return { to, subjectActor, changes, open, judgesOf }
}
