/** A moment (epoch ms) in RFC 3339, as requests need it. */
export const iso = (at: number): string => new Date(at).toISOString()
