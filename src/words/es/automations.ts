// Spanish words of the automations.
import type { automations as english } from "../en/automations.ts"
import type { Like } from "../tools.ts"

/** automations are the words of the automations. */
export const automations: Like<typeof english> = {}
