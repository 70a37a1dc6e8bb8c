// The time span within which deadlines are fibers. A deadline beyond it is a row and costs no memory until it
// comes near: a million holds of a week would take two gigabytes, and every start would load them.
import type { TimerRange } from "../ports.ts"

/** TimerLimits bounds the deadlines that are fibers. */
export interface TimerLimits {
  /** deadlines due within this time are fibers, ms */
  readonly aheadMs: number
  /** the most fibers, for those due first */
  readonly maxTimers: number
}

/** DEFAULT_TIMER_LIMITS fit into the memory of a small machine. */
export const DEFAULT_TIMER_LIMITS: TimerLimits = { aheadMs: 15 * 60_000, maxTimers: 100_000 }

/** FINAL_LOAD_SHARE is the last part of the window, in which rows are loaded however many fibers there are. */
const FINAL_LOAD_SHARE = 1 / 15

/** TimerWindow tells which deadlines are fibers and when to load more. */
export class TimerWindow {
  private end = -Infinity
  private readonly limits: TimerLimits

  constructor(bound: TimerLimits) {
    this.limits = bound
  }

  isBeyond(at: number): boolean {
    return at > this.end
  }

  /** Returns what to load of partitions that were claimed since the last load; null: the next load has it. */
  get loaded(): TimerRange | null {
    return this.end === -Infinity ? null : { after: -Infinity, until: this.end, most: this.limits.maxTimers }
  }

  /** Returns what to load, given the number of fibers; null: nothing yet. */
  nextLoad(now: number, size: number): TimerRange | null {
    const { aheadMs, maxTimers } = this.limits,
      left = this.end - now
    if (left >= aheadMs * FINAL_LOAD_SHARE && (left > aheadMs / 2 || size > maxTimers / 2)) return null
    return {
      after: this.end,
      until: now + aheadMs,
      most: Math.max(maxTimers - size, Math.ceil(maxTimers / 10))
    }
  }

  /** Moves the end of the window after a load: so many rows, the last of them at this moment; whether back. */
  advance({ most, until }: TimerRange, rows: number, last: number | undefined): boolean {
    const before = this.end
    this.end = rows < most ? until : (last ?? until)
    return this.end < before
  }

  /**
   * Moves the end of the window back so that half of the allowed fibers are left; null: there is room for
   * all. It never moves forward: rows between the old end and a later moment were not loaded.
   */
  shrink(count: number, moments: () => ReadonlyArray<number>): number | null {
    if (count <= this.limits.maxTimers) return null
    this.end = Math.min(this.end, moments().toSorted((a, b) => a - b)[this.limits.maxTimers >> 1]!)
    return this.end
  }
}
