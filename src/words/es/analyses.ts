// Spanish words of the list of analyses.
import type { analyses as english } from "../en/analyses.ts"
import type { Like } from "../tools.ts"

/** analyses are the words of the list of analyses. */
export const analyses: Like<typeof english> = {}
