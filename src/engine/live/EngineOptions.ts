// The settings of an engine, and what it reports about itself.
import type { BatchLimits } from "./AdaptiveBatchLimit.ts"
import type { TimerLimits } from "./TimerWindow.ts"

/** Progress is what an engine reports about itself. */
export interface Progress {
  readonly owner: boolean
  /** the partitions that it owns */
  readonly partitions: ReadonlyArray<number>
  /** the newest of their epochs */
  readonly epoch: number | null
  readonly cells: number
  readonly timers: number
  readonly lanes: number
  readonly batches: number
  readonly observations: number
  readonly events: number
  readonly lastBatchAt: number | null
}

/** EngineOptions are the settings of an engine. */
export interface EngineOptions {
  /** a tick is evaluated so long after its instant, once the log is read to its end */
  readonly tickGraceSeconds: number
  /** how long a subject whose past changed is left alone, so that more changes gather; absent: three seconds */
  readonly lateQuietMs?: number
  /** the most that one commit may contain; absent: DEFAULT_BATCH_LIMITS */
  readonly limits?: BatchLimits
  /** which deadlines are fibers; absent: DEFAULT_TIMER_LIMITS */
  readonly timerLimits?: TimerLimits
}
