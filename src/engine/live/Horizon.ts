// Up to which moment deadlines are fibers: what lies beyond is a row, and costs no memory until it is near. A
// million holds of a week would be two gigabytes, and every start would load them.

export interface Bound {
  /** what is due within this time is a fiber, ms */
  readonly aheadMs: number
  /** so many are at most, those that are due first */
  readonly most: number
}

export const BOUND: Bound = { aheadMs: 15 * 60_000, most: 100_000 }

/** Rows that are still to be fibers: those that are due after one moment, up to and with another. */
export interface Ahead {
  readonly after: number
  readonly until: number
  /** so many, and all of the moment of the last */
  readonly most: number
}

/** The last part of the way, in which rows are read however many fibers there are. */
const NEAR = 1 / 15

export class Horizon {
  private moment = -Infinity
  private readonly bound: Bound

  constructor(bound: Bound) {
    this.bound = bound
  }

  isBeyond(at: number): boolean {
    return at > this.moment
  }

  /** What is to be read now that so many are under way; null: nothing yet. */
  ahead(now: number, size: number): Ahead | null {
    const { aheadMs, most } = this.bound,
      left = this.moment - now
    if (left >= aheadMs * NEAR && (left > aheadMs / 2 || size > most / 2)) return null
    return { after: this.moment, until: now + aheadMs, most: Math.max(most - size, Math.ceil(most / 10)) }
  }

  /** That was read: so many rows, the last of them at this moment. */
  move({ most, until }: Ahead, rows: number, last: number | undefined): void {
    this.moment = rows < most ? until : (last ?? until)
  }

  /**
   * Of so many moments there is room for half as many as may be; null: for all of them. It only comes nearer:
   * rows between where it was and a later moment were not read.
   */
  draw(count: number, moments: () => ReadonlyArray<number>): number | null {
    if (count <= this.bound.most) return null
    this.moment = Math.min(this.moment, moments().toSorted((a, b) => a - b)[this.bound.most >> 1]!)
    return this.moment
  }
}
