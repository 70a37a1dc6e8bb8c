// Spanish words of the map.
import type { map as english } from "../en/map.ts"
import type { Like } from "../tools.ts"

/** map are the words of the map. */
export const map: Like<typeof english> = {}
