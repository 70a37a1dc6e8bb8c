// Spanish words of the live map.
import type { live as english } from "../en/live.ts"
import type { Like } from "../tools.ts"

/** live are the words of the live map. */
export const live: Like<typeof english> = {}
