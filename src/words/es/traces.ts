// Spanish words of the traces.
import type { traces as english } from "../en/traces.ts"
import type { Like } from "../tools.ts"

/** traces are the words of the traces. */
export const traces: Like<typeof english> = {}
