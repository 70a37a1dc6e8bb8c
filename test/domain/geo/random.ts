// Seeded randomness and shapes for the tests of geometry: the same run, every run.

/** Mulberry32: numbers in 0..1. */
export const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Pair = [number, number]

/** A star-shaped, hence simple, ring round a centre; its radius wanders between `inner` and `outer` degrees. */
export const starRing = (
  random: () => number,
  vertices: number,
  centre: Pair,
  inner: number,
  outer: number
): Array<Pair> => {
  const corners = Array.from({ length: vertices }, (_, i): Pair => {
    const angle = (2 * Math.PI * (i + 0.8 * random())) / vertices
    const radius = inner + (outer - inner) * random()
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)]
  })
  return [...corners, corners[0]!]
}

/** A closed ring through these corners. */
export const ringOf = (...corners: Array<Pair>): Array<Pair> => [...corners, corners[0]!]

/** The rectangle from (west, south) to (east, north), counterclockwise. */
export const boxOf = (west: number, south: number, east: number, north: number): Array<Pair> =>
  ringOf([west, south], [east, south], [east, north], [west, north])
