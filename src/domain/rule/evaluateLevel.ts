// A level (a condition without a crossing) at a sample: when its hold begins and breaks, and when its episode ends.
// Firing is edge-triggered, by this table of the product's specification, section 3.1:
//   inactive, true and held for `for_seconds`: active, the event fires
//   active, true, a cooldown is set and over since the last firing: it fires once more, as a reminder
//   active, true otherwise: nothing fires
//   active, false: inactive, the episode ends; nothing fires
import type { Facts } from "./Facts.ts"
import type { Observation, Tick } from "./Observation.ts"
import type { Rule } from "./Rule.ts"
import type { RuleState } from "./RuleState.ts"
import { noOutcomes, type Step, unchanged } from "./Outcome.ts"

/** Returns the state after a sample of a rule with a level, and what fires; an unknown truth changes nothing. */
export const evaluateLevel = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const level = rule.level!
  const truth = level.truth(facts)
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
