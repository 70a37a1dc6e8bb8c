// Pseudo-random numbers from seeds: the same words always give the same numbers. Not for secrets and not good enough
// for statistics.

/** Hashes whole numbers to 32 bits (the finaliser of MurmurHash3, chained): nearby words give unrelated bits. */
export const hashWords = (...words: ReadonlyArray<number>): number => {
  let h = 0x9747b28c
  for (const word of words) {
    h = Math.imul(h ^ word, 0xcc9e2d51)
    h ^= h >>> 16
    h = Math.imul(h, 0x85ebca6b)
    h ^= h >>> 13
    h = Math.imul(h, 0xc2b2ae35)
    h ^= h >>> 16
  }
  return h >>> 0
}

/** Returns a number in 0..1, 1 excluded, that belongs to these words. */
export const unitOf = (...words: ReadonlyArray<number>): number => hashWords(...words) / 4294967296

/** Returns a generator of numbers in 0..1, 1 excluded (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Draws from the standard normal distribution (Box and Muller 1958). */
export const normalDraw = (dice: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice())
