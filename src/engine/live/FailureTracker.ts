// Counts what failed to commit: what fails for a transient reason is retried, what is too large is retried in
// smaller pieces, and what keeps failing delays nothing else. Kept when a failure discards the engine state.
import type { BatchLimits } from "./AdaptiveBatchLimit.ts"

/**
 * MAX_REDUCTION_LEVEL is the level at which a piece is a single instant; each level is an eighth of the one
 * before.
 */
const MAX_REDUCTION_LEVEL = 4
/** SUCCESSES_PER_LEVEL is the number of good commits after which a piece may grow by a level. */
const SUCCESSES_PER_LEVEL = 8
/**
 * FIRST_BACKOFF_MS is the pause after a failure of unknown cause; it doubles with each further failure, up to
 * MAX_BACKOFF_MS.
 */
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 60_000

/** FailureCounts are the failures of one place in the log or one project. */
interface FailureCounts {
  /** consecutive refusals of the data by the database */
  readonly refusals: number
  /** consecutive failures for other reasons */
  readonly failures: number
  /** consecutive refusals of a single instant */
  readonly singleRefusals: number
  /** how far the piece is reduced */
  readonly level: number
  /** good commits at this level */
  readonly successes: number
  readonly retryAt: number
  readonly detail: string
}

const NO_FAILURES: FailureCounts = {
  refusals: 0,
  failures: 0,
  singleRefusals: 0,
  level: 0,
  successes: 0,
  retryAt: -Infinity,
  detail: ""
}

/** FailureHistory tells what to try after the failures so far. */
class FailureHistory {
  readonly counts: FailureCounts

  constructor(counts: FailureCounts = NO_FAILURES) {
    this.counts = counts
  }

  get refusals(): number {
    return this.counts.refusals
  }

  get failures(): number {
    return this.counts.failures
  }

  /** Returns the message of the last failure. */
  get detail(): string {
    return this.counts.detail
  }

  /** Returns limits reduced to the current level. */
  reduce({ bytes, evaluations, events, records }: BatchLimits): BatchLimits {
    const { level } = this.counts
    const part = (whole: number) =>
      level >= MAX_REDUCTION_LEVEL ? 1 : Math.max(1, Math.floor(whole / 8 ** level))
    return {
      events: part(events),
      evaluations: part(evaluations),
      bytes: part(bytes),
      records: part(records)
    }
  }

  /** Whether a single instant was refused twice, so that it cannot be committed at all. */
  get isUnrecoverable(): boolean {
    return this.counts.singleRefusals >= 2
  }
}

/** FailureTracker keeps the failures by key: a place in the log, or a project. */
export class FailureTracker {
  private readonly histories = new Map<string, FailureHistory>()

  of(key: string): FailureHistory {
    return this.histories.get(key) ?? new FailureHistory()
  }

  /** Records a failure. `now`: the key backs off from then on, unless the data itself was refused. */
  recordFailure(key: string, detail: string, isRefused: boolean, now = -Infinity): void {
    const { singleRefusals, failures, level, refusals } = this.of(key).counts
    this.histories.delete(key)
    this.histories.set(
      key,
      new FailureHistory({
        detail,
        successes: 0,
        level: Math.min(MAX_REDUCTION_LEVEL, level + 1),
        singleRefusals: isRefused && level === MAX_REDUCTION_LEVEL ? singleRefusals + 1 : 0,
        refusals: isRefused ? refusals + 1 : 0,
        failures: isRefused ? 0 : failures + 1,
        retryAt: isRefused ? -Infinity : now + Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures)
      })
    )
    // bounded: keys of deleted projects are never cleared
    if (this.histories.size > 1000) this.histories.delete(this.histories.keys().next().value!)
  }

  isBackingOff(key: string, now: number): boolean {
    const { retryAt } = this.of(key).counts
    return retryAt > now && retryAt <= now + MAX_BACKOFF_MS
  }

  clear(key: string): void {
    this.histories.delete(key)
  }

  /** Records a good commit; after SUCCESSES_PER_LEVEL of them a larger piece is tried. */
  recordSuccess(key: string): void {
    const counts = this.histories.get(key)?.counts
    if (counts === undefined) return
    const successes = counts.successes + 1
    if (successes < SUCCESSES_PER_LEVEL)
      this.histories.set(
        key,
        new FailureHistory({ ...NO_FAILURES, detail: counts.detail, level: counts.level, successes })
      )
    else if (counts.level <= 1) this.histories.delete(key)
    else
      this.histories.set(
        key,
        new FailureHistory({ ...NO_FAILURES, detail: counts.detail, level: counts.level - 1 })
      )
  }
}
