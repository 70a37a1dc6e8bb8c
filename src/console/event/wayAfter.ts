const MINUTE = 60_000,
  LEAST = 60 * MINUTE,
  MOST = 12 * LEAST,
  /** A page that stays open asks for another way as often. */
  STEP = 10 * MINUTE

/**
 * How far the way beside an event goes on, ms: until now, to the next whole ten minutes; an hour at least.
 * Both moments in epoch ms.
 */
export const wayAfter = (time: number, now: number): number =>
  Math.min(MOST, Math.max(LEAST, Math.ceil(now / STEP) * STEP - time))
