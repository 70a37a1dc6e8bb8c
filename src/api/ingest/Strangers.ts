// Connections without a token yet, bounded in all and from one address. One that is too many takes the place of
// the one that has been silent longest: a device says its token at once, so that silent connections keep no device
// out.

interface Stranger {
  readonly address: string
  readonly end: () => void
}

/** Strangers holds the lines that have not shown a token yet, the oldest first. */
export class Strangers {
  private readonly lines = new Set<Stranger>()
  private readonly max: number
  private readonly maxPerAddress: number

  constructor(max: number, maxPerAddress: number) {
    this.max = max
    this.maxPerAddress = maxPerAddress
  }

  get size(): number {
    return this.lines.size
  }

  /** Adds a line, and ends the oldest one where there are too many; the function returned takes it out. */
  add(address: string, end: () => void): () => void {
    const others = [...this.lines].filter((other) => other.address === address)
    const oldest =
      others.length >= this.maxPerAddress
        ? others[0]
        : this.lines.size >= this.max
          ? this.lines.values().next().value
          : undefined
    if (oldest !== undefined) {
      this.lines.delete(oldest)
      oldest.end()
    }
    const stranger: Stranger = { address, end }
    this.lines.add(stranger)
    return () => void this.lines.delete(stranger)
  }
}
