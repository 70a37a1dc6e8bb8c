// What is written of a batch, in bytes, roughly: it bounds a commit.
import { findingsIn } from "../../domain/rule/conditions/Evaluated.ts"
import type { NewEvent } from "./NewEvent.ts"

/**
 * What a transition, and an event with its evidence and trace, take when they are sent, roughly: of an event
 * its leaves and placements grow.
 */
export const TRANSITION_BYTES = 500
const EVENT_BYTES = 2500
const LEAF_BYTES = 400
export const FEATURE_BYTES = 40

/** What an event takes, with its evidence and trace. */
export const weigh = ({ evaluated, placements }: NewEvent): number => {
  const inside = placements.reduce(
    (sum, { before, now }) => sum + (before?.inside.length ?? 0) + (now?.inside.length ?? 0),
    0
  )
  return EVENT_BYTES + LEAF_BYTES * findingsIn(evaluated).length + FEATURE_BYTES * inside
}
