// Spanish words of the consent page.
import type { consent as english } from "../en/consent.ts"
import type { Like } from "../tools.ts"

/** consent are the words of the consent page. */
export const consent: Like<typeof english> = {}
