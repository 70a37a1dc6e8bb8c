// Spanish words of the pages that connect a source.
import type { connect as english } from "../en/connect.ts"
import type { Like } from "../tools.ts"

/** connect are the words of the pages that connect a source. */
export const connect: Like<typeof english> = {}
