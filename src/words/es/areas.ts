// Spanish words of the editor of areas.
import type { areas as english } from "../en/areas.ts"
import type { Like } from "../tools.ts"

/** areas are the words of the editor of areas. */
export const areas: Like<typeof english> = {}
