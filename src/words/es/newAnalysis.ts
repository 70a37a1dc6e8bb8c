// Spanish words of the form of a new analysis.
import type { newAnalysis as english } from "../en/newAnalysis.ts"
import type { Like } from "../tools.ts"

/** newAnalysis are the words of the form of a new analysis. */
export const newAnalysis: Like<typeof english> = {}
