// Sums that do not depend on the order of their terms: a window that samples enter and leave has the same
// sum, to the last bit, as one that is summed from scratch. Method: Shewchuk 1997, "Adaptive Precision
// Floating-Point Arithmetic", grow-expansion; the sum is kept as a list of doubles that do not overlap,
// smallest first.

/** ExactSum is a sum of doubles without rounding errors. */
export class ExactSum {
  private partials: Array<number> = []

  /** Adds a finite number; a term leaves the sum by adding its negative. */
  add(term: number): void {
    const { partials } = this
    let x = term,
      kept = 0
    for (let i = 0; i < partials.length; i++) {
      let y = partials[i]!
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x]
      const high = x + y
      const low = y - (high - x)
      if (low !== 0) partials[kept++] = low
      x = high
    }
    partials.length = kept
    if (x !== 0) partials.push(x)
  }

  /** The sum, rounded once to the nearest double, ties to even; 0 of nothing. */
  get value(): number {
    const { partials } = this
    let i = partials.length - 1
    if (i < 0) return 0
    let high = partials[i--]!
    let low = 0
    while (i >= 0) {
      const x = high,
        y = partials[i--]!
      high = x + y
      low = y - (high - x)
      if (low !== 0) break
    }
    // half-way cases: the part below decides
    if (i >= 0 && ((low < 0 && partials[i]! < 0) || (low > 0 && partials[i]! > 0))) {
      const y = low * 2,
        x = high + y
      if (y === x - high) high = x
    }
    return high
  }
}
