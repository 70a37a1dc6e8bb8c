// Spanish words of the import.
import type { imports as english } from "../en/imports.ts"
import type { Like } from "../tools.ts"

/** imports are the words of the import. */
export const imports: Like<typeof english> = {}
