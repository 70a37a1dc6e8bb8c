/**
 * Whether a wait of `ms` that ends at a moment is over: also when the clock went back since, for then the
 * moment lies further ahead than ever was meant.
 */
export const hasElapsed = (until: number, ms: number, now: number): boolean => until <= now || until > now + ms
