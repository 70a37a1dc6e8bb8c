// Limits how much one commit may contain, so that no project waits long for its turn. The limits adapt to the
// machine: smaller after a slow commit, halved after a failed one, and grown again by a tenth at a time.
import type { Work } from "../evaluate/BatchResult.ts"

/** BatchLimits is the most that one commit may contain. */
export interface BatchLimits {
  readonly events: number
  /** calls of `step` */
  readonly evaluations: number
  /** estimated size of what is written */
  readonly bytes: number
  /** observations read from the log */
  readonly records: number
}

/**
 * DEFAULT_BATCH_LIMITS keep a turn below a third of a second on two slow cores, measured with fifty rules and
 * with three hundred that all fire.
 */
export const DEFAULT_BATCH_LIMITS: BatchLimits = {
  events: 1000,
  evaluations: 400_000,
  bytes: 8 << 20,
  records: 5000
}

/**
 * SLOW_COMMIT_MS is the duration above which a commit counts as too large; below QUICK_COMMIT_MS the limits
 * grow. The two are close, so that one slow commit does not keep all later ones small; and a tenth more than
 * QUICK_COMMIT_MS is below SLOW_COMMIT_MS, so that the limits do not oscillate.
 */
const SLOW_COMMIT_MS = 300
const QUICK_COMMIT_MS = 270
/**
 * MIN_SCALE bounds how far failed commits shrink the limits. Slow commits shrink them no further than
 * MIN_SLOW_SCALE: the fixed cost of a commit does not fall with its size.
 */
const MIN_SCALE = 1 / 1024
const MIN_SLOW_SCALE = 1 / 8

/** AdaptiveBatchLimit scales the initial limits between 1 and MIN_SCALE by how commits went. */
export class AdaptiveBatchLimit {
  private readonly initial: BatchLimits
  private scale = 1

  constructor(initial: BatchLimits = DEFAULT_BATCH_LIMITS) {
    this.initial = initial
  }

  /** Returns the limits for the next commit. */
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

  /** Adapts the limits to the duration of a committed turn. */
  recordDuration(ms: number): void {
    // in proportion, but by half at most: a commit that took ten times as long was delayed by something else
    const fits = this.scale * Math.max(1 / 2, SLOW_COMMIT_MS / ms)
    if (ms > SLOW_COMMIT_MS) this.scale = Math.min(this.scale, Math.max(MIN_SLOW_SCALE, fits))
    else if (ms < QUICK_COMMIT_MS) this.scale = Math.min(1, this.scale * 1.1)
  }

  /** Halves the limits after a failed turn: it may have been too large. */
  halve(): void {
    this.scale = Math.max(MIN_SCALE, this.scale / 2)
  }
}

/** TurnBudget divides the limits of one turn among the projects or subjects that take part in it. */
export class TurnBudget {
  private readonly work: Work
  private readonly limits: Work
  private readonly end: Work

  constructor(work: Work, { bytes, evaluations, events }: Work) {
    this.work = work
    this.limits = { bytes, evaluations, events }
    this.end = {
      events: work.events + events,
      evaluations: work.evaluations + evaluations,
      bytes: work.bytes + bytes
    }
  }

  /** Whether the turn has used all of its limits. */
  get isSpent(): boolean {
    const { end, work } = this
    return work.events >= end.events || work.evaluations >= end.evaluations || work.bytes >= end.bytes
  }

  /**
   * Returns a test whether the next of `ahead` participants has used its share: an equal part of what is
   * left, and at least a quarter of an equal part of the whole.
   */
  share(ahead: number): () => boolean {
    const { end, limits, work } = this
    const until = (name: keyof Work) =>
      work[name] + Math.max(1, (end[name] - work[name]) / ahead, limits[name] / (4 * ahead))
    const bytes = until("bytes"),
      evaluations = until("evaluations"),
      events = until("events")
    return () => work.events >= events || work.evaluations >= evaluations || work.bytes >= bytes
  }
}
