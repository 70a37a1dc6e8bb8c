// A backtest: what it is asked, what it is given of the past, what it answers, and its limits.
import type { Observation, Subject } from "../domain/rule/Observation.ts"
import type { Who } from "../domain/rule/scope.ts"
import type { Failure } from "../engine/evaluate/BatchResult.ts"
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"
import type { Compared, Counts } from "./Comparison.ts"
import type { Drawing } from "./Drawings.ts"
import type { FeatureRow, Memory } from "../engine/ports.ts"
import type { Candidate } from "./recollect.ts"

/** Limits of specification 8: reaching one is a result. */
export const MAX_ROWS = 50_000
export const MAX_EVENTS = 500
export const MAX_STEPS = 5000

export interface BacktestOptions {
  readonly projectId: string
  /** what is tested and, beside it, what it is compared with */
  readonly candidate: Candidate
  readonly baseline: Candidate | null
  /** others on the same past, whose events are counted alone; none unless given */
  readonly beside?: ReadonlyArray<Candidate>
  /** the project's features as they are now, and the edition of its rule set */
  readonly features: ReadonlyArray<FeatureRow>
  readonly edition: number
  /** `[from, to)`, epoch ms */
  readonly from: number
  readonly to: number
  readonly now: number
  /** device id -> name */
  readonly devices: ReadonlyMap<string, string>
  /** spans and series are noted */
  readonly draw: boolean
}

/** A subject as a backtest meets it. */
export interface Entrant {
  readonly subject: Subject
  readonly who: Who
  /** as it was just before `from` */
  readonly memory: Memory
  /** the newest arrival before `from`; null: there was none */
  readonly lastSeen: number | null
  /** when something that came later was sent last before `from`, amid some outage; absent: nothing was */
  readonly lastSent?: number
  /**
   * its first record at or after `from`, where it had none before: schedules do not know it until then; null:
   * it had one
   */
  readonly begins: number | null
  /**
   * since which edition the candidate had remembered this subject by then; null: it was not in force, and
   * begins blank
   */
  readonly inForceSince: number | null
}

/** What happened in a stretch of time. */
export interface HistorySlice {
  readonly records: ReadonlyArray<Observation>
  /** when something of a subject arrived, where a schedule asks; ascending */
  readonly arrivals: ReadonlyArray<{
    readonly subjectId: string
    readonly at: number
    /** it was sent then and came later: it counts where nothing of the subject could be heard */
    readonly isSent?: true
  }>
}

export type MadeEvent = NewEvent

export interface BacktestResult {
  /** the first MAX_EVENTS, by time */
  readonly events: ReadonlyArray<NewEvent>
  readonly total: number
  readonly counts: Counts
  /** of those beside it, by their ids */
  readonly beside: ReadonlyMap<string, Counts>
  readonly steps: number
  readonly baseline: Compared | null
  /** subjects in the order in which they were met; empty: nothing is drawn */
  readonly drawn: ReadonlyArray<Drawing>
  /** subjects beyond those that are drawn */
  readonly undrawn: number
  readonly failures: ReadonlyArray<Failure>
}
