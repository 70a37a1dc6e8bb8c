// Estimates the bytes that a batch writes, which bound a commit.
import { findingsIn } from "../../domain/rule/conditions/Evaluated.ts"
import type { NewEvent } from "./NewEvent.ts"

/**
 * TRANSITION_BYTES is the estimated size of a transition. An event with evidence and trace takes EVENT_BYTES,
 * LEAF_BYTES for each condition and FEATURE_BYTES for each feature in its placements.
 */
export const TRANSITION_BYTES = 500
const EVENT_BYTES = 2500
const LEAF_BYTES = 400
/** FEATURE_BYTES is the estimated size of a feature in a placement. */
export const FEATURE_BYTES = 40

/** Returns the estimated size of an event with its evidence and trace. */
export const eventBytes = ({ evaluated, placements }: NewEvent): number => {
  const inside = placements.reduce(
    (sum, { before, now }) => sum + (before?.inside.length ?? 0) + (now?.inside.length ?? 0),
    0
  )
  return EVENT_BYTES + LEAF_BYTES * findingsIn(evaluated).length + FEATURE_BYTES * inside
}
