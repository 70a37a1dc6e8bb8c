// Spanish words of the result of an analysis.
import type { results as english } from "../en/results.ts"
import type { Like } from "../tools.ts"

/** results are the words of the result of an analysis. */
export const results: Like<typeof english> = {}
