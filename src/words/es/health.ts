// Spanish words of the health page.
import type { health as english } from "../en/health.ts"
import type { Like } from "../tools.ts"

/** health are the words of the health page. */
export const health: Like<typeof english> = {}
