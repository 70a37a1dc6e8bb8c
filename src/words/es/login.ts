// Spanish words of the sign-in page.
import type { login as english } from "../en/login.ts"
import type { Like } from "../tools.ts"

/** login are the words of the sign-in page. */
export const login: Like<typeof english> = {}
