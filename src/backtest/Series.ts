// One figure over time for a chart, in few points that keep every high and low.

/** Point is a value at a moment. */
export interface Point {
  /** epoch ms */
  readonly at: number
  readonly value: number
}

/** Stretch holds the lowest and highest of several consecutive values. */
interface Stretch {
  count: number
  low: Point
  high: Point
}

const merged = (a: Stretch, b: Stretch): Stretch => ({
  count: a.count + b.count,
  low: b.low.value < a.low.value ? b.low : a.low,
  high: b.high.value > a.high.value ? b.high : a.high
})

const pointsOf = ({ high, low }: Stretch): ReadonlyArray<Point> =>
  low === high ? [low] : low.at < high.at ? [low, high] : [high, low]

/** Series collects values and merges neighbours when there are many. */
export class Series {
  private readonly most: number
  private stretches: Array<Stretch> = []
  private size = 1

  /** `most`: the most points that `points` returns; twice as many are kept. */
  constructor(most: number) {
    this.most = most
  }

  /** Adds values in the order of their times. */
  add(at: number, value: number): void {
    const point = { at, value }
    const one: Stretch = { count: 1, low: point, high: point }
    const last = this.stretches.at(-1)
    if (last !== undefined && last.count < this.size)
      this.stretches[this.stretches.length - 1] = merged(last, one)
    else this.stretches.push(one)
    if (this.stretches.length > 2 * this.most) this.coarsen()
  }

  /** Returns at most `most` points, ascending; every value if there are no more. */
  points(most: number): ReadonlyArray<Point> {
    const all = this.stretches.flatMap(pointsOf)
    if (all.length <= most) return all
    const groups = Math.max(1, Math.floor(most / 2)),
      { length } = this.stretches
    return Array.from({ length: groups }, (_, g) =>
      this.stretches
        .slice(Math.floor((g * length) / groups), Math.floor(((g + 1) * length) / groups))
        .reduce(merged)
    ).flatMap(pointsOf)
  }

  private coarsen(): void {
    this.size *= 2
    const pairs: Array<Stretch> = []
    for (let i = 0; i < this.stretches.length; i += 2) {
      const next = this.stretches[i + 1]
      pairs.push(next === undefined ? this.stretches[i]! : merged(this.stretches[i]!, next))
    }
    this.stretches = pairs
  }
}
