// Up to which moment deadlines are fibers: what lies beyond is a row, and costs no memory until it is near. A
// million holds of a week would be two gigabytes, and every start would load them.

export interface TimerLimits {
  /** what is due within this time is a fiber, ms */
  readonly aheadMs: number
  /** so many are at most, those that are due first */
  readonly maxTimers: number
}

export const DEFAULT_TIMER_LIMITS: TimerLimits = { aheadMs: 15 * 60_000, maxTimers: 100_000 }

/** Rows that are still to be fibers: those that are due after one moment, up to and with another. */
export interface TimerRange {
  readonly after: number
  readonly until: number
  /** so many, and all of the moment of the last */
  readonly most: number
}

/** The last part of the way, in which rows are read however many fibers there are. */
const FINAL_LOAD_SHARE = 1 / 15

export class TimerWindow {
  private end = -Infinity
  private readonly limits: TimerLimits

  constructor(bound: TimerLimits) {
    this.limits = bound
  }

  isBeyond(at: number): boolean {
    return at > this.end
  }

  /** What is to be read now that so many are under way; null: nothing yet. */
  nextLoad(now: number, size: number): TimerRange | null {
    const { aheadMs, maxTimers } = this.limits,
      left = this.end - now
    if (left >= aheadMs * FINAL_LOAD_SHARE && (left > aheadMs / 2 || size > maxTimers / 2)) return null
    return { after: this.end, until: now + aheadMs, most: Math.max(maxTimers - size, Math.ceil(maxTimers / 10)) }
  }

  /** That was read: so many rows, the last of them at this moment. */
  advance({ most, until }: TimerRange, rows: number, last: number | undefined): void {
    this.end = rows < most ? until : (last ?? until)
  }

  /**
   * Of so many moments there is room for half as many as may be; null: for all of them. It only comes nearer:
   * rows between where it was and a later moment were not read.
   */
  shrink(count: number, moments: () => ReadonlyArray<number>): number | null {
    if (count <= this.limits.maxTimers) return null
    this.end = Math.min(this.end, moments().toSorted((a, b) => a - b)[this.limits.maxTimers >> 1]!)
    return this.end
  }
}
