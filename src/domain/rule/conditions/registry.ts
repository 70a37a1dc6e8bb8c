// The list of condition types the evaluator knows, one line each. A type that is not here can be saved only if it is
// reserved, and never enabled.
import type { Spatial, Threshold } from "../Document.ts"
import type { Level } from "./Condition.ts"
import { type Feature, select, whereabouts } from "./spatial.ts"
import { threshold } from "./threshold.ts"

/** How the levels of each type are made ready to be asked. */
export const levels: {
  readonly threshold: (c: Threshold, features: ReadonlyArray<Feature>) => Level
  readonly spatial: (c: Spatial, features: ReadonlyArray<Feature>) => Level
} = {
  threshold,
  spatial: (c, features) => whereabouts(c, select(c, features))
}
