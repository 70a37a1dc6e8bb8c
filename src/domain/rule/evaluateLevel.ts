// A level at a sample: when its hold begins and breaks, and when its episode ends. The table of the product's
// specification, section 3.1.
import type { Facts } from "./Facts.ts"
import type { Observation, Tick } from "./Observation.ts"
import type { Rule } from "./Rule.ts"
import type { RuleState } from "./RuleState.ts"
import { noOutcomes, type Step, unchanged } from "./Outcome.ts"

/** Runs a rule's level part at a sample, by the table of specification 3.1. */
export const evaluateLevel = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const level = rule.level!
  const truth = level.holds(facts)
  if (truth === null) return unchanged(state)
  if (!truth) {
    // false before `for_seconds` are over: the hold breaks
    if (!state.active)
      return state.since === null
        ? unchanged(state)
        : { state: { ...state, since: null, arrivedAt: null, overdue: false }, outcomes: noOutcomes }
    return {
      state: { ...state, active: false, since: null, arrivedAt: null, overdue: false },
      outcomes: [{ _tag: "Ended", at: seen.at }]
    }
  }
  if (state.active) {
    const due =
      rule.cooldownMs > 0 && state.lastFiredAt !== null && seen.at - state.lastFiredAt >= rule.cooldownMs
    return due
      ? {
          state: { ...state, lastFiredAt: seen.at },
          outcomes: [
            { _tag: "Fired", kind: "reminder", at: seen.at, feature: null, evaluated: rule.evaluate(facts) }
          ]
        }
      : unchanged(state)
  }
  const since = state.since ?? seen.at
  if (seen.at - since >= rule.forMs) {
    return {
      state: { ...state, active: true, since, arrivedAt: null, overdue: false, lastFiredAt: seen.at },
      outcomes: [{ _tag: "Fired", kind: "rise", at: seen.at, feature: null, evaluated: rule.evaluate(facts) }]
    }
  }
  if (state.since !== null) return unchanged(state)
  return {
    state: {
      ...state,
      since,
      arrivedAt: level.spatialOnly && rule.maxGapMs === null ? seen.receivedAt : null
    },
    outcomes: noOutcomes
  }
}
