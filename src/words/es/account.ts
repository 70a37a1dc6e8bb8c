// Spanish words of the account page.
import type { account as english } from "../en/account.ts"
import type { Like } from "../tools.ts"

/** account are the words of the account page. */
export const account: Like<typeof english> = {}
