// Spanish words of the pages of the operator.
import type { operate as english } from "../en/operate.ts"
import type { Like } from "../tools.ts"

/** operate are the words of the pages of the operator. */
export const operate: Like<typeof english> = {}
