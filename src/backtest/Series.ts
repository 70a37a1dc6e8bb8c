// One figure over time for a chart: however many values come, few points stay, and no high or low among them
// is lost.

export interface Point {
  /** epoch ms */
  readonly at: number
  readonly value: number
}

/** So many values in a row, by their lowest and highest. */
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

export class Series {
  private readonly most: number
  private stretches: Array<Stretch> = []
  private size = 1

  /** `most`: points that are ever asked for; twice as many are kept. */
  constructor(most: number) {
    this.most = most
  }

  /** Takes values in the order of their times. */
  add(at: number, value: number): void {
    const point = { at, value }
    const one: Stretch = { count: 1, low: point, high: point }
    const last = this.stretches.at(-1)
    if (last !== undefined && last.count < this.size)
      this.stretches[this.stretches.length - 1] = merged(last, one)
    else this.stretches.push(one)
    if (this.stretches.length > 2 * this.most) this.coarsen()
  }

  /** At most `most` points, ascending; every value where there were no more. */
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
