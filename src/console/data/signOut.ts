// Clears what the tab keeps for the signed-in user apart from queries, on sign-out.
import { forgetRequests } from "./api/lastRequests.ts"

const ways: Array<() => void> = []

/** Registers a function that clears some state of the user on sign-out. */
export const onSignOut = (forget: () => void): void => void ways.push(forget)

/** Clears requests, registered state and drafts. */
export const clearSession = (): void => {
  forgetRequests()
  sessionStorage.clear() // drafts of rules and of other forms (writing.ts)
  for (const forget of ways) forget()
}
