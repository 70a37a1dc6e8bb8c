// What one turn may cost, so that everybody's turn comes soon. A commit is bounded by what it writes and what
// was asked for it, and the bounds follow the machine: less when a commit took long, half when it failed,
// grown again a tenth at a time.
import type { Work } from "../evaluate/BatchResult.ts"

export interface BatchLimits {
  readonly events: number
  /** steps of actors */
  readonly evaluations: number
  /** what is written, roughly, as it is sent */
  readonly bytes: number
  /** observations read from the log */
  readonly records: number
}

/**
 * A turn of at most a third of a second on two slow cores: measured with fifty rules and with three hundred
 * that all fire.
 */
export const DEFAULT_BATCH_LIMITS: BatchLimits = { events: 1000, evaluations: 400_000, bytes: 8 << 20, records: 5000 }

/**
 * A commit that takes longer than SLOW_MS is too large; below QUICK_MS the bounds grow. They are near to each
 * other, so that what once held up a turn does not leave all later ones small; a tenth more of the one is
 * still below the other, so that they do not swing.
 */
const SLOW_COMMIT_MS = 300
const QUICK_COMMIT_MS = 270
/**
 * How far the bounds shrink because commits fail, and because they are slow: what a commit costs whatever is
 * in it gets no less that way.
 */
const MIN_SCALE = 1 / 1024
const MIN_SLOW_SCALE = 1 / 8

export class AdaptiveBatchLimit {
  private readonly initial: BatchLimits
  private scale = 1

  constructor(bounds: BatchLimits = DEFAULT_BATCH_LIMITS) {
    this.initial = bounds
  }

  get current(): BatchLimits {
    const part = (whole: number) => Math.max(1, Math.floor(whole * this.scale))
    const { bytes, evaluations, events, records } = this.initial
    return {
      events: part(events),
      evaluations: part(evaluations),
      bytes: part(bytes),
      records: part(records)
    }
  }

  /** A turn was taken and committed in this time. */
  recordDuration(ms: number): void {
    // in proportion, and by half at most: one that took ten times as long was held up by something else
    const fits = this.scale * Math.max(1 / 2, SLOW_COMMIT_MS / ms)
    if (ms > SLOW_COMMIT_MS) this.scale = Math.min(this.scale, Math.max(MIN_SLOW_SCALE, fits))
    else if (ms < QUICK_COMMIT_MS) this.scale = Math.min(1, this.scale * 1.1)
  }

  /** A turn could not be committed: it may have been too large. */
  halve(): void {
    this.scale = Math.max(MIN_SCALE, this.scale / 2)
  }
}

/** A turn under way: what was spent before it, and how far it may go. */
export class TurnBudget {
  private readonly work: Work
  private readonly bounds: Work
  private readonly end: Work

  constructor(work: Work, { bytes, evaluations, events }: Work) {
    this.work = work
    this.bounds = { bytes, evaluations, events }
    this.end = {
      events: work.events + events,
      evaluations: work.evaluations + evaluations,
      bytes: work.bytes + bytes
    }
  }

  /** Whether nothing of it is left. */
  get isSpent(): boolean {
    const { end, work } = this
    return work.events >= end.events || work.evaluations >= end.evaluations || work.bytes >= end.bytes
  }

  /**
   * Whether the next of so many (`ahead`) that are still to come has used up its share: an equal part of what
   * is left, and something also where those before it left nothing.
   */
  share(ahead: number): () => boolean {
    const { bounds, end, work } = this
    const until = (name: keyof Work) =>
      work[name] + Math.max(1, (end[name] - work[name]) / ahead, bounds[name] / (4 * ahead))
    const bytes = until("bytes"),
      evaluations = until("evaluations"),
      events = until("events")
    return () => work.events >= events || work.evaluations >= evaluations || work.bytes >= bytes
  }
}
