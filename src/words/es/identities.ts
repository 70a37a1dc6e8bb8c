// Spanish words of the page of new devices.
import type { identities as english } from "../en/identities.ts"
import type { Like } from "../tools.ts"

/** identities are the words of the page of new devices. */
export const identities: Like<typeof english> = {}
