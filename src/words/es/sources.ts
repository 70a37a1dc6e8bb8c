// Spanish words of the list of sources.
import type { sources as english } from "../en/sources.ts"
import type { Like } from "../tools.ts"

/** sources are the words of the list of sources. */
export const sources: Like<typeof english> = {}
