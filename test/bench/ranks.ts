// Whether two samples can be told apart, by their ranks alone: the times of answers have long tails, and
// means would follow those.

/** How two samples lie to each other. */
export interface Apart {
  /** the chance that one of the first is larger than one of the second; 0.5: nothing to tell them by */
  readonly chance: number
  /** two-sided: how often two samples of one thing lie at least as far apart */
  readonly p: number
}

/** 1 - Φ(z), to 1.2e-7 (Numerical Recipes, `erfcc`). */
const tail = (z: number): number => {
  const x = z / Math.SQRT2,
    t = 1 / (1 + x / 2)
  const series = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
    1.00002368, -1.26551223
  ]
  return (t * Math.exp(-x * x + series.reduce((sum, c) => sum * t + c, 0))) / 2
}

/** The test of Mann and Whitney by its normal approximation, ties included. */
export const apart = (first: ReadonlyArray<number>, second: ReadonlyArray<number>): Apart => {
  const all = [
    ...first.map((value) => ({ value, mine: true })),
    ...second.map((value) => ({ value, mine: false }))
  ].sort((a, b) => a.value - b.value)
  let ranks = 0,
    ties = 0
  for (let from = 0, to = 0; from < all.length; from = to) {
    while (to < all.length && all[to]!.value === all[from]!.value) to++
    const alike = to - from,
      rank = (from + to + 1) / 2
    ranks += rank * all.slice(from, to).filter((one) => one.mine).length
    ties += alike ** 3 - alike
  }
  const n = first.length,
    m = second.length,
    size = n + m
  const larger = ranks - (n * (n + 1)) / 2
  const deviation = Math.sqrt(((n * m) / 12) * (size + 1 - ties / (size * (size - 1))))
  return {
    chance: larger / (n * m),
    p:
      deviation === 0
        ? 1
        : Math.min(1, 2 * tail(Math.max(0, Math.abs(larger - (n * m) / 2) - 0.5) / deviation))
  }
}
