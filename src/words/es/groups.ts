// Spanish words of the groups of animals.
import type { groups as english } from "../en/groups.ts"
import type { Like } from "../tools.ts"

/** groups are the words of the groups of animals. */
export const groups: Like<typeof english> = {}
