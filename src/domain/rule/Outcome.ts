// The result of a step of a rule: the next state, and what is made known.
import type { Area } from "./conditions/Condition.ts"
import type { Evaluated } from "./conditions/Evaluated.ts"
import { blank, type RuleState } from "./RuleState.ts"

/** Kind tells how a rule fired: a condition became true, is still true, or a border was crossed. */
export type Kind = "rise" | "reminder" | "enter" | "exit"

/** Fired: the rule fired. */
export interface Fired {
  readonly _tag: "Fired"
  readonly kind: Kind
  /** event time: when it was true */
  readonly at: number
  /** the feature crossed; null for levels */
  readonly feature: Area | null
  readonly evaluated: Evaluated
}

/** Ended: the condition of an active rule became false, which ends the episode that its rise began. */
interface Ended {
  readonly _tag: "Ended"
  readonly at: number
}

/** Outcome is what a step makes known. */
export type Outcome = Fired | Ended

/** Step is the result of a step. */
export interface Step {
  readonly state: RuleState
  readonly outcomes: ReadonlyArray<Outcome>
}

/** The outcomes of a step without any; one shared list. */
export const noOutcomes: ReadonlyArray<Outcome> = Object.freeze([])
const asleep: Step = Object.freeze({ state: blank, outcomes: noOutcomes })

/** Returns a step that leaves the state as it is; of a blank state always the same object. */
export const unchanged = (state: RuleState): Step =>
  state === blank ? asleep : { state, outcomes: noOutcomes }

/** Returns the outcomes of two parts of a step; the first list itself if the second is empty. */
export const joinOutcomes = (a: ReadonlyArray<Outcome>, b: ReadonlyArray<Outcome>): ReadonlyArray<Outcome> =>
  b.length === 0 ? a : [...a, ...b]
