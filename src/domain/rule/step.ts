// The only thing that decides. Live evaluation, replay and tests all call it; it reads no clock, no database,
// no random source: time and facts are arguments. What it does is specification 3.1, crossings being pulses
// per feature.
import type { Facts } from "./Facts.ts"
import type { Moment, Observation, Tick } from "./Observation.ts"
import { isTriggeredBy, type Rule } from "./Rule.ts"
import type { RuleState } from "./RuleState.ts"
import { joined, nothing, type Step, unchanged } from "./Outcome.ts"
import { evaluateLevel } from "./evaluateLevel.ts"
import { evaluateCrossings } from "./evaluateCrossings.ts"
import { evaluateDeadline, keepHolds } from "./holds.ts"

/**
 * One step of one rule and subject. A state that does not change comes back as the same object, and silence
 * as the same empty list, so that a sleeping actor costs nothing to keep asleep.
 *
 * Call it for a deadline before any record newer than the deadline enters the facts, for records in
 * `inOrder`, after all records of their instant entered, and for a tick after the records of its instant were
 * judged.
 */
export const step = (rule: Rule, state: RuleState, moment: Moment, facts: Facts): Step =>
  moment._tag === "Deadline"
    ? evaluateDeadline(rule, state, moment.at, facts)
    : evaluateObservation(rule, state, moment, facts)

const evaluateObservation = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const isSample = seen._tag === "Tick" || isTriggeredBy(rule, seen)
  let next = breakAtGap(rule, state, seen.at)
  let outcomes = nothing
  if (next.holds.length > 0) ({ state: next, outcomes } = keepHolds(rule, next, seen.at, facts))
  if (isSample) {
    if (rule.branches.length > 0) {
      const crossing = evaluateCrossings(rule, next, seen, facts)
      next = crossing.state
      outcomes = joined(outcomes, crossing.outcomes)
    }
    if (rule.level !== null) {
      const level = evaluateLevel(rule, next, seen, facts)
      next = level.state
      outcomes = joined(outcomes, level.outcomes)
    }
    next = noteSample(rule, next, seen.at)
  }
  return next === state ? unchanged(state) : { state: next, outcomes }
}

const isHolding = (state: RuleState): boolean =>
  state.holds.length > 0 || (state.since !== null && !state.active)

/**
 * Two consecutive samples further apart than the rule allows break what is held, as soon as that is known;
 * this sample may begin it anew.
 */
const breakAtGap = (rule: Rule, state: RuleState, at: number): RuleState =>
  rule.maxGapMs === null ||
  state.sampledAt === null ||
  at - state.sampledAt <= rule.maxGapMs ||
  !isHolding(state)
    ? state
    : {
        ...state,
        holds: [],
        sampledAt: null,
        ...(state.active ? {} : { since: null, arrivedAt: null, overdue: false })
      }

const noteSample = (rule: Rule, state: RuleState, at: number): RuleState => {
  // of a version without a largest gap nobody knows later what its last sample was
  const sampledAt = rule.maxGapMs !== null && isHolding(state) ? at : null
  return sampledAt === state.sampledAt ? state : { ...state, sampledAt }
}
