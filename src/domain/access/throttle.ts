// How often somebody may try to log in. Nobody is locked out: after some failures each one is followed by a
// wait, twice as long as the one before and a quarter of an hour at most, and an hour of peace makes
// everything good. An account that has not failed at an address does not wait for those that have: it is
// looked at once somebody comes back with it, a few times a minute.

/** What is remembered of tries from one place, or at one account from there. Epoch ms. */
export interface Tries {
  readonly failures: number
  readonly lastAt: number
  /** null: not blocked */
  readonly blockedUntil: number | null
}

/**
 * Failures before the first wait: at one account from one address, and at all accounts from it. A whole
 * office may have one address.
 */
export const FREE_AT_ACCOUNT = 5
export const FREE_FROM_ADDRESS = 30

const LONGEST_MS = 15 * 60_000
/** Failures are remembered for so long. */
export const FORGOTTEN_MS = 60 * 60_000
/** Between two tries of accounts that have not failed, at an address where others wait. */
const NEIGHBOUR_MS = 10_000

/** Milliseconds until the next try is looked at; 0: at once. */
export const waitOf = ({ blockedUntil }: Tries, now: number): number =>
  Math.max(0, (blockedUntil ?? now) - now)

/** Whether failures are remembered. */
export const hasFailed = ({ failures, lastAt }: Tries, now: number): boolean =>
  failures > 0 && now - lastAt <= FORGOTTEN_MS

/**
 * The wait of an account at an address, where `all` is what is remembered of all accounts there and `here` of
 * this one. Where only others have failed it is short for those who came back as they were told, and the
 * others are told so: who shares an address with somebody guessing gets in, and each account gives a guesser
 * one more try, since with it the account has failed too.
 */
export const waitAt = (
  { all, here }: { readonly all: Tries; readonly here: Tries },
  now: number,
  cameBack: boolean
): number => {
  const address = waitOf(all, now)
  if (address === 0 || hasFailed(here, now)) return Math.max(address, waitOf(here, now))
  return Math.min(address, cameBack ? Math.max(0, all.lastAt + NEIGHBOUR_MS - now) : NEIGHBOUR_MS)
}

/**
 * What to remember once a try begins. It counts as a failure until it has succeeded, so that a thousand tries
 * at once are a thousand tries.
 */
export const begun = (tries: Tries, free: number, now: number): Tries => {
  const failures = (now - tries.lastAt > FORGOTTEN_MS ? 0 : tries.failures) + 1
  const wait = failures <= free ? null : Math.min(LONGEST_MS, 1000 * 2 ** (failures - free))
  return { failures, lastAt: now, blockedUntil: wait === null ? null : now + wait }
}

/** What to remember of an address from which a try has succeeded: the others still count. */
export const undone = (tries: Tries): Tries => ({
  ...tries,
  failures: Math.max(0, tries.failures - 1),
  blockedUntil: null
})
