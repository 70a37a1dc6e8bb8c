// Why a draft cannot be activated or saved.
import { words } from "../../../words/language.ts"
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
  if (isBroken) return { why: words.bench.obstacle.json, maySave: false }
  if (problems.length === 0) return null
  return problems.every(({ code }) => code === RESERVED)
    ? { why: words.bench.obstacle.reserved, maySave: true }
    : { why: words.bench.obstacle.mistakes, maySave: false }
}
