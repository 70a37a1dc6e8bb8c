// What could not be committed, and how often: so that what fails for a passing reason is tried again, what is
// too much is tried in smaller pieces, and what fails again and again keeps nobody else waiting. Outlives the
// memory that a failure drops.
import type { BatchLimits } from "./AdaptiveBatchLimit.ts"

/** Each failure leaves an eighth of the piece before, until it is a single instant. */
const MAX_REDUCTION_LEVEL = 4
/** Commits that go well before a piece may be larger again. */
const SUCCESSES_PER_LEVEL = 8
/** After a failure whose reason nobody knows: twice as long with each that follows it, ms. */
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 60_000

interface FailureCounts {
  /** the database refused the data itself so often in a row */
  readonly refusals: number
  /** it failed for another reason so often in a row */
  readonly failures: number
  /** refusals in a row of a single instant */
  readonly singleRefusals: number
  /** how much smaller than usual a piece is tried */
  readonly level: number
  /** commits that went well at this level */
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

export class FailureHistory {
  readonly counts: FailureCounts

  constructor(told: FailureCounts = NO_FAILURES) {
    this.counts = told
  }

  get refusals(): number {
    return this.counts.refusals
  }

  get failures(): number {
    return this.counts.failures
  }

  /** What was said of it last. */
  get detail(): string {
    return this.counts.detail
  }

  /** What may be tried. */
  reduce({ bytes, evaluations, events, records }: BatchLimits): BatchLimits {
    const { level } = this.counts
    const part = (whole: number) => (level >= MAX_REDUCTION_LEVEL ? 1 : Math.max(1, Math.floor(whole / 8 ** level)))
    return {
      events: part(events),
      evaluations: part(evaluations),
      bytes: part(bytes),
      records: part(records)
    }
  }

  /** A single instant was refused, and again: nobody can judge and commit it. */
  get isUnrecoverable(): boolean {
    return this.counts.singleRefusals >= 2
  }
}

/** By what is in trouble: a place in the log, or a project. */
export class FailureTracker {
  private readonly histories = new Map<string, FailureHistory>()

  of(key: string): FailureHistory {
    return this.histories.get(key) ?? new FailureHistory()
  }

  /** `now`: it rests for a while from then on, unless the data itself was refused. */
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
    // who is gone leaves nothing behind for ever
    if (this.histories.size > 1000) this.histories.delete(this.histories.keys().next().value!)
  }

  isBackingOff(key: string, now: number): boolean {
    const { retryAt } = this.of(key).counts
    return retryAt > now && retryAt <= now + MAX_BACKOFF_MS
  }

  clear(key: string): void {
    this.histories.delete(key)
  }

  /** It went well this time; after some such times more is tried again. */
  recordSuccess(key: string): void {
    const told = this.histories.get(key)?.counts
    if (told === undefined) return
    const eased = told.successes + 1
    if (eased < SUCCESSES_PER_LEVEL)
      this.histories.set(key, new FailureHistory({ ...NO_FAILURES, detail: told.detail, level: told.level, successes }))
    else if (told.level <= 1) this.histories.delete(key)
    else this.histories.set(key, new FailureHistory({ ...NO_FAILURES, detail: told.detail, level: told.level - 1 }))
  }
}
