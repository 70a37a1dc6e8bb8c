// Spanish words of the positions of an animal.
import type { fixes as english } from "../en/fixes.ts"
import type { Like } from "../tools.ts"

/** fixes are the words of the positions of an animal. */
export const fixes: Like<typeof english> = {}
