// Spanish words of the traffic.
import type { traffic as english } from "../en/traffic.ts"
import type { Like } from "../tools.ts"

/** traffic are the words of the traffic. */
export const traffic: Like<typeof english> = {}
