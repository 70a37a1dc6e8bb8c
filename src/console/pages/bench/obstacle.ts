// Why a draft cannot be activated or saved.
import type { Mistake } from "../../data/api/Refused.ts"

/** RESERVED is the code for condition kinds that are reserved: such a rule may be saved but not activated. */
export const RESERVED = "RULE_CONDITION_RESERVED"

/** Obstacle is the reason in words, and whether the draft may still be saved. */
interface Obstacle {
  readonly why: string
  readonly maySave: boolean
}

/** obstacleOf returns the obstacle of a draft; null: it can be saved and activated. */
export const obstacleOf = (problems: ReadonlyArray<Mistake>, isBroken: boolean): Obstacle | null => {
  if (isBroken) return { why: "This is not valid JSON yet.", maySave: false }
  if (problems.length === 0) return null
  return problems.every(({ code }) => code === RESERVED)
    ? {
        why: "It cannot be on yet: it uses a kind of condition that has no meaning yet. It can be saved.",
        maySave: true
      }
    : { why: "Something in it is wrong: see what is marked.", maySave: false }
}
