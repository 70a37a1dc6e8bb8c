// What a state says to a person: until when something is held, and why the rule is where it is.
import type { RuleState } from "./RuleState.ts"

export interface Pending {
  /** when the earliest hold fires, epoch ms of effective time; null: nothing is held */
  readonly until: number | null
  readonly reason: string
}

/** `nameOf` gives the name of a feature. */
export const pending = (state: RuleState, forMs: number, nameOf: (featureId: string) => string): Pending => {
  const seconds = forMs / 1000
  const hold = state.holds.toSorted((a, b) => a.since - b.since)[0]
  const level = state.active ? null : state.since
  const reasons = [
    ...(state.active ? ["the condition is true, and the rule has fired for it"] : []),
    ...(level === null ? [] : [state.overdue
      ? `the condition held for ${seconds} s; what it reads is unknown since`
      : `the condition is true and must hold for ${seconds} s`]),
    ...state.holds.map((h) => `${h.relation === "exit" ? "left" : "entered"} ${nameOf(h.feature)} and must stay for ${seconds} s${h.overdue ? "; what it reads is unknown since" : ""}`)
  ]
  const starts = [...(level === null ? [] : [level]), ...(hold === undefined ? [] : [hold.since])]
  return {
    until: starts.length === 0 ? null : Math.min(...starts) + forMs,
    reason: reasons.length === 0 ? "the condition is false, or not known yet" : reasons.join("; ")
  }
}
