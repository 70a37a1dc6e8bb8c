// Spanish words of the rule bench.
import type { bench as english } from "../en/bench.ts"
import type { Like } from "../tools.ts"

/** bench are the words of the rule bench. */
export const bench: Like<typeof english> = {}
