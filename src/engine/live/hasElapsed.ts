/**
 * Whether a wait of `ms` that ends at `until` has elapsed; true also when the clock was set back, so that
 * `until` lies further ahead than the wait is long.
 */
export const hasElapsed = (until: number, ms: number, now: number): boolean =>
  until <= now || until > now + ms
