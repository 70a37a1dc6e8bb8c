// Slows down guessing at logins. No account is locked: after some failures each further one is followed by a
// wait, twice as long as the one before and 15 minutes at most, and after an hour without a failure all is
// forgotten. At an address where other accounts have failed, an account without failures waits only shortly, a
// few times a minute, if its client retries as told.

/** Tries is what is remembered of the attempts from one address, or at one account from there. Epoch ms. */
export interface Tries {
  readonly failures: number
  readonly lastAt: number
  /** null: not blocked */
  readonly blockedUntil: number | null
}

/** FREE_FAILURES_PER_ACCOUNT is how many failures at one account from one address come before the first wait. */
export const FREE_FAILURES_PER_ACCOUNT = 5
/** FREE_FAILURES_PER_ADDRESS is the same for all accounts from one address, which may be a whole office. */
export const FREE_FAILURES_PER_ADDRESS = 30

/** MAX_BLOCK_MS is the longest wait. */
const MAX_BLOCK_MS = 15 * 60_000
/** FAILURE_MEMORY_MS is how long failures are remembered. */
export const FAILURE_MEMORY_MS = 60 * 60_000
/**
 * OTHER_ACCOUNT_WAIT_MS is the time between two attempts at accounts without failures, at an address that is
 * blocked.
 */
const OTHER_ACCOUNT_WAIT_MS = 10_000

/** Returns the milliseconds until the next attempt is allowed; 0: now. */
export const waitOf = ({ blockedUntil }: Tries, now: number): number =>
  Math.max(0, (blockedUntil ?? now) - now)

/** Whether failures are remembered. */
export const hasFailed = ({ failures, lastAt }: Tries, now: number): boolean =>
  failures > 0 && now - lastAt <= FAILURE_MEMORY_MS

/**
 * Returns the wait of an account at an address; `all` are the attempts at all accounts there, `here` those at
 * this one. Where only other accounts have failed it is short for a client that retried as told, and others
 * are told when to: so a user who shares an address with a guesser gets in, and a guesser gains one attempt
 * per account, because with that attempt the account has failed too.
 */
export const waitAt = (
  { all, here }: { readonly all: Tries; readonly here: Tries },
  now: number,
  cameBack: boolean
): number => {
  const address = waitOf(all, now)
  if (address === 0 || hasFailed(here, now)) return Math.max(address, waitOf(here, now))
  return Math.min(
    address,
    cameBack ? Math.max(0, all.lastAt + OTHER_ACCOUNT_WAIT_MS - now) : OTHER_ACCOUNT_WAIT_MS
  )
}

/**
 * Returns what to remember when an attempt begins. It counts as a failure until it has succeeded, so that a
 * thousand attempts at once count as a thousand.
 */
export const countAttempt = (tries: Tries, free: number, now: number): Tries => {
  const failures = (now - tries.lastAt > FAILURE_MEMORY_MS ? 0 : tries.failures) + 1
  const wait = failures <= free ? null : Math.min(MAX_BLOCK_MS, 1000 * 2 ** (failures - free))
  return { failures, lastAt: now, blockedUntil: wait === null ? null : now + wait }
}

/**
 * Returns what to remember of an address from which an attempt succeeded: the failures of other accounts
 * still count.
 */
export const forgiveAttempt = (tries: Tries): Tries => ({
  ...tries,
  failures: Math.max(0, tries.failures - 1),
  blockedUntil: null
})
