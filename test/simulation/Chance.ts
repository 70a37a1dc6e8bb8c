// Numbers that follow from a seed alone. Each part of a simulation draws from its own row, so that a change
// in one leaves the others.

export class Chance {
  private state: number

  /** Seeds and names far apart give unrelated rows. */
  constructor(seed: number, name: string) {
    let hash = (seed * 7919 + 1) >>> 0
    for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0
    this.state = hash
  }

  /** In [0, 1) (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** A whole number, both ends in it. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1)
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: ReadonlyArray<T>): T {
    return list[this.below(list.length)]!
  }
}
