// The options, the input and the result of a backtest, and its limits.
import type { Observation, Subject } from "../domain/rule/Observation.ts"
import type { Who } from "../domain/rule/scope.ts"
import type { Failure } from "../engine/evaluate/BatchResult.ts"
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"
import type { Compared, Counts } from "./Comparison.ts"
import type { Drawing } from "./Drawings.ts"
import type { FeatureRow, Memory } from "../engine/ports.ts"
import type { Candidate } from "./memoryForBacktest.ts"

/** MAX_ROWS bounds the rows a backtest reads; reaching a limit is a result (specification 8). */
export const MAX_ROWS = 50_000
/** MAX_EVENTS bounds the events that a result lists. */
export const MAX_EVENTS = 500
/** MAX_STEPS bounds the schedule steps. */
export const MAX_STEPS = 5000

/** BacktestOptions tell what is tested over which range. */
export interface BacktestOptions {
  readonly projectId: string
  /** the tested version */
  readonly candidate: Candidate
  readonly baseline: Candidate | null
  /** others over the same past, whose events are only counted; absent: none */
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
  /** spans and series are recorded */
  readonly draw: boolean
}

/** SubjectEntry is a subject with what it had when it is added to a backtest. */
export interface SubjectEntry {
  readonly subject: Subject
  readonly who: Who
  /** the memory just before `from` */
  readonly memory: Memory
  /** the newest arrival before `from`; null: there was none */
  readonly lastSeen: number | null
  /** the newest time before `from` at which a delayed record was sent during an outage; absent: none was */
  readonly lastSent?: number
  /** its first record at or after `from`, before which no schedule asks it; null: it had one before */
  readonly begins: number | null
  /** the edition since which the candidate kept states by then; null: it was not in force, and begins blank */
  readonly inForceSince: number | null
}

/** HistorySlice is what happened in a stretch of time. */
export interface HistorySlice {
  readonly records: ReadonlyArray<Observation>
  /** arrivals, if a rule reads them; ascending */
  readonly arrivals: ReadonlyArray<{
    readonly subjectId: string
    readonly at: number
    /** it was sent then and came later: it counts if the subject could not be heard */
    readonly isSent?: true
  }>
}

/** MadeEvent is an event that a backtest makes. */
export type MadeEvent = NewEvent

/** BacktestResult is what a backtest found. */
export interface BacktestResult {
  /** the first MAX_EVENTS, by time */
  readonly events: ReadonlyArray<NewEvent>
  readonly total: number
  readonly counts: Counts
  /** counts of those beside it, by id */
  readonly beside: ReadonlyMap<string, Counts>
  readonly steps: number
  readonly baseline: Compared | null
  /** subjects in the order in which they were added; empty: nothing is drawn */
  readonly drawings: ReadonlyArray<Drawing>
  /** subjects beyond those that are drawn */
  readonly undrawn: number
  readonly failures: ReadonlyArray<Failure>
}
