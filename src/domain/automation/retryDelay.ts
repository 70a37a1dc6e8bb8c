// When a delivery that failed is tried again: ten attempts over about twenty hours.

/** Attempts before a delivery is given up. */
export const MAX_DELIVERY_ATTEMPTS = 10

const FIRST_DELAY_MS = 5_000
const BACKOFF_FACTOR = 4
const MAX_DELAY_MS = 6 * 3_600_000
/** MAX_REQUESTED_DELAY_MS is the longest delay that a receiver may request. */
const MAX_REQUESTED_DELAY_MS = 3_600_000

/**
 * Milliseconds until the next attempt after `attempts` (1, 2, ...): 5 s, 20 s, 80 s, ... at most 6 h, a fifth
 * more or less by `chance` (0 to 1) so that what failed together does not come back together, and not before
 * the receiver's wish. Null: no more.
 */
export const retryDelay = (attempts: number, chance: number, retryAfterMs: number): number | null =>
  attempts >= MAX_DELIVERY_ATTEMPTS
    ? null
    : Math.max(
        Math.round(
          Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * BACKOFF_FACTOR ** (attempts - 1)) * (0.8 + 0.4 * chance)
        ),
        Math.min(retryAfterMs, MAX_REQUESTED_DELAY_MS)
      )
