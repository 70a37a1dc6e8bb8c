// How often somebody may try to log in. Nobody is locked out: after some failures each one is followed by a wait, twice as long as
// the one before and a quarter of an hour at most, and an hour of peace makes everything good.

/** What is remembered of tries from one place, or at one account from there. Epoch ms. */
export interface Tries {
  readonly failures: number
  readonly lastAt: number
  /** null: not blocked */
  readonly blockedUntil: number | null
}

/** Failures before the first wait: at one account from one address, and at all accounts from it. A whole office may have one address. */
export const FREE_AT_ACCOUNT = 5
export const FREE_FROM_ADDRESS = 30

const LONGEST_MS = 15 * 60_000
const FORGOTTEN_MS = 60 * 60_000

/** Milliseconds until the next try is looked at; 0: at once. */
export const waitOf = ({ blockedUntil }: Tries, now: number): number => Math.max(0, (blockedUntil ?? now) - now)

/** What to remember once a try begins. It counts as a failure until it has succeeded, so that a thousand tries at once are a thousand tries. */
export const begun = (tries: Tries, free: number, now: number): Tries => {
  const failures = (now - tries.lastAt > FORGOTTEN_MS ? 0 : tries.failures) + 1
  const wait = failures <= free ? null : Math.min(LONGEST_MS, 1000 * 2 ** (failures - free))
  return { failures, lastAt: now, blockedUntil: wait === null ? null : now + wait }
}

/** What to remember of an address from which a try has succeeded: the others still count. */
export const undone = (tries: Tries): Tries => ({ ...tries, failures: Math.max(0, tries.failures - 1), blockedUntil: null })
