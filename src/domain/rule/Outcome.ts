// What a step of a rule comes to: the next state, and what is made known.
import type { Area } from "./conditions/Condition.ts"
import type { Evaluated } from "./conditions/Evaluated.ts"
import { blank, type RuleState } from "./RuleState.ts"

export type Kind = "rise" | "reminder" | "enter" | "exit"

export interface Fired {
  readonly _tag: "Fired"
  readonly kind: Kind
  /** event time: when it was true */
  readonly at: number
  /** the feature crossed; null for levels */
  readonly feature: Area | null
  readonly evaluated: Evaluated
}

/** The condition of an active rule became false: the episode that its rise began is over. */
export interface Ended {
  readonly _tag: "Ended"
  readonly at: number
}

export type Outcome = Fired | Ended

export interface Step {
  readonly state: RuleState
  readonly outcomes: ReadonlyArray<Outcome>
}

/** Nothing to make known: one list for all who have nothing. */
export const nothing: ReadonlyArray<Outcome> = Object.freeze([])
const asleep: Step = Object.freeze({ state: blank, outcomes: nothing })

/** A step that leaves the state as it is; of a blank one always the same object. */
export const unchanged = (state: RuleState): Step => (state === blank ? asleep : { state, outcomes: nothing })

/** What two parts of a step make known; the first alone where the second is silent. */
export const joined = (a: ReadonlyArray<Outcome>, b: ReadonlyArray<Outcome>): ReadonlyArray<Outcome> =>
  b.length === 0 ? a : [...a, ...b]
