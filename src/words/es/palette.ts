// Spanish words of the command palette.
import type { palette as english } from "../en/palette.ts"
import type { Like } from "../tools.ts"

/** palette are the words of the command palette. */
export const palette: Like<typeof english> = {}
