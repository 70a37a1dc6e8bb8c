// What a tab keeps of whoever is signed in, besides what they read: gone once they have left.
import { forgetRequests } from "../api/lastRequests.ts"

const ways: Array<() => void> = []

/** Says how something of theirs is forgotten. */
export const isTheirs = (forget: () => void): void => void ways.push(forget)

/** What was asked, what was begun, where they stood. */
export const forgetThem = (): void => {
  forgetRequests()
  sessionStorage.clear() // drafts of rules, and what else they were writing (writing.ts)
  for (const forget of ways) forget()
}
