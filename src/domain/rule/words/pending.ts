// What a state means in words: until when a hold lasts, and why the rule has not fired.
import type { CanonicalDocument } from "../Document.ts"
import type { Trigger } from "../Trigger.ts"
import type { RuleState } from "../RuleState.ts"

/** Pending is a state in words. */
interface Pending {
  /** when the earliest hold fires, at the earliest if a sample completes it; epoch ms; null: nothing is held */
  readonly until: number | null
  readonly reason: string
}

/** Returns the name of a moment at which a rule evaluates its conditions. */
const sampleOf = (trigger: Trigger): string => {
  switch (trigger.kind) {
    case "position":
      return "position"
    case "measurement":
      return trigger.metric_key === undefined ? "measurement" : `measurement of ${trigger.metric_key}`
    case "state":
      return trigger.state_keys === undefined
        ? "change of state"
        : `change of ${trigger.state_keys.join(" or ")}`
    case "schedule":
      return "tick of its schedule"
  }
}

/** Returns a state in words. `document`: of the rule; `nameOf` returns the name of a feature. */
export const pending = (
  state: RuleState,
  document: Pick<CanonicalDocument, "trigger" | "for_seconds" | "max_gap_seconds">,
  nameOf: (featureId: string) => string
): Pending => {
  const { for_seconds, max_gap_seconds, trigger } = document
  const held = [
    ...(state.active || state.since === null
      ? []
      : [
          {
            ...state,
            since: state.since,
            what: `the condition ${state.overdue ? "held" : "is true and must hold"}`
          }
        ]),
    ...state.holds.map((h) => ({
      ...h,
      what: `${h.relation === "exit" ? "left" : "entered"} ${nameOf(h.feature)} and must stay`
    }))
  ]
  const then = ({ arrivedAt, overdue }: Pick<RuleState, "arrivedAt" | "overdue">) =>
    overdue
      ? "; what it reads is unknown since"
      : arrivedAt === null || max_gap_seconds !== undefined
        ? `; the first ${sampleOf(trigger)} after that decides`
        : ""
  const reasons = [
    ...(state.active ? ["the condition is true, and the rule has fired for it"] : []),
    ...held.map((h) => `${h.what} for ${for_seconds} s${then(h)}`),
    ...(held.length === 0 || max_gap_seconds === undefined
      ? []
      : [`a gap of more than ${max_gap_seconds} s breaks it`])
  ]
  return {
    until: held.length === 0 ? null : Math.min(...held.map((h) => h.since)) + for_seconds * 1000,
    reason: reasons.length === 0 ? "the condition is false, or not known yet" : reasons.join("; ")
  }
}
