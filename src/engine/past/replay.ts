// Replays a stretch of one subject's past as the live engine would have evaluated it in order: same actors, same
// step, no database and no clock. The late lane commits the result; rule tests only read it.
import { withoutRedrawn } from "../../domain/rule/holds.ts"
import { endOfInstant, inOrder } from "../../domain/rule/Observation.ts"
import { blank, isBlank } from "../../domain/rule/RuleState.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import { scopeKeyOf } from "../../domain/rule/scope.ts"
import { filterInUseSince, makeRuleSet, type RuleSet } from "../evaluate/RuleSet.ts"
import { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { EpisodeEnd, Transition } from "../evaluate/BatchResult.ts"
import { Decisions } from "../evaluate/Decisions.ts"
import type { DroppedStates } from "../evaluate/AppliedEdition.ts"
import type { EvaluationContext } from "../evaluate/EvaluationContext.ts"
import { evaluateDeadlines, followsTicks } from "../evaluate/evaluateDeadlines.ts"
import { evaluateInstant } from "../evaluate/evaluate.ts"
import { evaluateTicks } from "../evaluate/evaluateTicks.ts"
import { needsOf } from "../evaluate/Needs.ts"
import { factsForRuleSet } from "./factsForRuleSet.ts"
import { afterTicks, beforeTicks, type Segment, Timeline } from "./Timeline.ts"
import type { ReplayInput, ReplayResult } from "./ReplayInput.ts"
import { replayTicks, replayDeadlines, MOMENTS_PER_YIELD } from "./replayDeadlines.ts"

/**
 * Drops the states of versions that evaluate nothing from the start of the replay on: live, their edition
 * dropped them, but while a replay is under way that is not written. Returns what was dropped.
 */
const forget = (
  { memory, now, periods, subject, ticksFrom, who }: ReplayInput,
  timeline: Timeline,
  { actors }: SubjectActor
): DroppedStates => {
  const ended: Array<EpisodeEnd> = [],
    transitions: Array<Transition> = []
  // if nothing took over: decisions made by the time the version was dropped stay, its newest tick too
  const first = periods[0],
    dropped = first === undefined ? ticksFrom : Math.max(first.recordsAfter, first.ticksAfter)
  for (const { blankFrom, episode, ruleId, state } of memory.states) {
    if (actors?.has(ruleId) || isBlank(state)) continue
    const decided = memory.decided?.get(ruleId)
    if (decided !== undefined)
      transitions.push({
        rule: { id: ruleId, projectId: subject.projectId, version: decided.version, blankFrom },
        subjectId: subject.id,
        // no later: the next version may decide about records older than the ticks before the replay
        at: Math.max(
          decided.at,
          Math.min(ticksFrom, timeline.endOf(ruleId, blankFrom, decided.at) ?? dropped)
        ),
        state: blank,
        eventId: null,
        episode: null
      })
    if (episode === null) continue
    // an episode that already has an end keeps it
    const judging = periods.findLastIndex(({ ruleSet, who: then = who }) => {
      const rule = ruleSet.byId.get(ruleId)
      return rule?.blankFrom === blankFrom && ruleSet.rulesFor(then).rules.has(rule)
    })
    const at = periods[judging + 1]?.beganAt ?? now
    ended.push({ eventId: episode, at, after: -Infinity, projectId: subject.projectId, subject })
  }
  return { ended, states: [], transitions }
}

/** Replays a past without pauses. */
export const replay = (past: ReplayInput): ReplayResult => {
  const steps = replayInSteps(past)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Replays a past with pauses, for a process with other work. */
export function* replayInSteps(past: ReplayInput): Generator<void, ReplayResult> {
  const {
    periods,
    hasMore = false,
    isSpent = () => false,
    now,
    subject,
    ticksTo,
    until = Infinity,
    who
  } = past
  const decisions = new Decisions(now, past.work)
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
  decisions.drop(forget(past, timeline, subjectActor))
  const open = past.memory.states.flatMap((s) => s.episode ?? [])
  subjectActor.tickedTo = past.ticksFrom
  subjectActor.arrivals = past.arrivals === null ? null : [...new Set(past.arrivals)]
  if (past.hearing !== undefined) subjectActor.hearing = past.hearing
  const failing = new Map<string, string>() // failures in a replay do not change which rules fail now
  // Facts are kept for the rules of all periods from the first record on; a filter is in use from the period
  // that needs it. Between the two moments after which a period evaluates (records, ticks) its features place the
  // subject already, while rules of the period before still evaluate, so their filters stay in use.
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
        filterInUseSince: filterInUseSince(looking),
        needs: { ...needs, positionFilters: needsOf(looking).positionFilters },
        failing
      },
      decisions,
      nextId: past.nextId,
      isLate: () => past.late ?? false,
      ...(isMixed ? { factsOf: (rule, facts, actor) => factsForRuleSet(facts, ruleSetOf(rule), actor) } : {})
    }
  }
  let context = contextOf(segment)
  decisions.drop(subjectActor.bind(context.ruleSet, segment.applicable, decisions.now))

  let next = 0,
    judged = 0
  /**
   * Cuts the replay at a moment, so that nothing with an event time up to it is left to be decided. Returns
   * false if the last record and the last tick are evaluated, so that the replay runs to its end. A rule
   * evaluated after the cut evaluates its deadlines first, with the same result.
   */
  const cutAt = (at: number): boolean => {
    const isHeard = hasMore || next < records.length
    evaluateTicks(context, subjectActor, isHeard ? at : Math.min(at, ticksTo))
    const isTicked = subjectActor.nextTick <= Math.min(timeline.after(segment)?.ticksTo ?? Infinity, ticksTo)
    if (!isHeard && !isTicked && at < until) return false
    replayDeadlines(
      context,
      subjectActor,
      past,
      at,
      ({ rule }) => isHeard || (isTicked && followsTicks(rule)) || timeline.handsOverAfter(rule.id, at)
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
        if (!(yield* replayTicks(context, subjectActor, at - 1, isSpent)) && cutAt(subjectActor.tickedTo))
          return subjectActor.tickedTo
        const from = next
        next = endOfInstant(records, from)
        evaluateInstant(context, subjectActor, records, from, next)
        if (++judged % MOMENTS_PER_YIELD === 0) yield
        if (at < to && isSpent() && cutAt(at)) return at
      }
      if (
        !(yield* replayTicks(
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
      // deadlines that the versions ending here evaluated, or would have
      const dropped = new Map<string, { readonly after: number; readonly at: number }>()
      // of several versions that begin here only the last evaluates; the others do not know what was redrawn
      const ending = new Map<string, Rule>()
      for (const { after, beganAt, dropsState, followsDeadline, rule, ruleId } of boundary.handovers) {
        const actor = subjectActor.actors?.get(ruleId)
        if (actor === undefined || dropped.has(ruleId)) continue
        evaluateDeadlines(context, subjectActor, actor, (due) =>
          followsDeadline ? due <= after : due < after
        )
        if (dropsState) {
          dropped.set(ruleId, { after, at: beganAt ?? now })
          continue
        }
        if (!ending.has(ruleId)) ending.set(ruleId, actor.rule)
        const state = withoutRedrawn(ending.get(ruleId)!, rule!, actor.state)
        actor.rule = rule!
        if (state === actor.state) continue
        actor.state = state
        decisions.states.set(actor, subject)
        const { episode } = actor
        decisions.transitions.push({
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
      decisions.drop(subjectActor.bind(context.ruleSet, segment.applicable, decisions.now, dropped))
      if ((boundary.ticksTo === until || isSpent()) && cutAt(end)) return end
    }
  }
  const to = yield* judge()
  if (to === Infinity) replayDeadlines(context, subjectActor, past, Infinity, () => false)
  const events = decisions.events.map((e) => ({ ...e, ruleSetVersion: ruleSetOf(e.rule).version }))
  const judgesOf: ReplayResult["judgesOf"] = (ruleId, at, version) =>
    timeline.judgesOf(ruleId, at, version).map(ruleSetOf)
  return { to, subjectActor, changes: { ...decisions.batch(), events }, open, judgesOf }
}
