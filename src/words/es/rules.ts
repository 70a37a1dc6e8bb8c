// Spanish words of the list of rules.
import type { rules as english } from "../en/rules.ts"
import type { Like } from "../tools.ts"

/** rules are the words of the list of rules. */
export const rules: Like<typeof english> = {}
