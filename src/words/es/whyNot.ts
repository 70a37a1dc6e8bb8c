// Spanish words of the page why there was no alert.
import type { whyNot as english } from "../en/whyNot.ts"
import type { Like } from "../tools.ts"

/** whyNot are the words of the page why there was no alert. */
export const whyNot: Like<typeof english> = {}
