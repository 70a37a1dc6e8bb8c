// Why a draft cannot be put in force, or saved, as it is.
import type { Mistake } from "../api/Refused.ts"

/** The kinds that have no meaning yet keep a rule from being on, and nothing else from being saved. */
export const RESERVED = "RULE_CONDITION_RESERVED"

export interface Obstacle {
  readonly why: string
  readonly maySave: boolean
}

/** Null: it can be both. */
export const obstacleOf = (problems: ReadonlyArray<Mistake>, isBroken: boolean): Obstacle | null => {
  if (isBroken) return { why: "What is typed is no JSON yet.", maySave: false }
  if (problems.length === 0) return null
  return problems.every(({ code }) => code === RESERVED)
    ? {
        why: "It cannot be on yet: it uses a kind of condition that has no meaning yet. It can be saved.",
        maySave: true
      }
    : { why: "Something in it is wrong: see what is marked.", maySave: false }
}
