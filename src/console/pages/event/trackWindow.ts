const MINUTE = 60_000,
  LEAST = 60 * MINUTE,
  MOST = 12 * LEAST,
  /** Interval in which an open page requests a longer track. */
  STEP = 10 * MINUTE

/**
 * wayAfter returns the length of the track after an event in ms: until now, rounded up to ten minutes, at
 * least one hour. Both times in epoch ms.
 */
export const trackWindow = (time: number, now: number): number =>
  Math.min(MOST, Math.max(LEAST, Math.ceil(now / STEP) * STEP - time))
