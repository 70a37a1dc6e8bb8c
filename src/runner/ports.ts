// What the runner needs from outside: the queue of runs, and the tracks that a run computes with.
import { Context, Data, type Effect } from "effect"
import type { Failure } from "../domain/analysis/ErrorCode.ts"
import type { Plan } from "../domain/analysis/Plan.ts"
import type { ComputedResult, LoadedTracks } from "../domain/analysis/SandboxJob.ts"

/** A run that this worker holds. Whatever it says of it counts only while `epoch` is still the run's. */
export interface Claim {
  readonly id: string
  readonly projectId: string
  readonly module: string
  readonly epoch: number
  /** epoch ms */
  readonly startedAt: number
  /** as it was made when the run was asked for; null: this version cannot read it */
  readonly plan: Plan | null
}

/**
 * What a worker hears of its run when it renews the lease: go on, somebody asked to cancel, or it is not this
 * worker's any more.
 */
export type LeaseStatus = "held" | "cancelled" | "lost"

export class RunQueue extends Context.Service<
  RunQueue,
  {
    /** Takes the oldest queued run that nobody else takes; null: there is none. */
    readonly claim: Effect.Effect<Claim | null>
    /** Extends the lease and says how far the run is, 0 to 100. */
    readonly renew: (claim: Claim, progress: number) => Effect.Effect<LeaseStatus>
    /**
     * Keeps the result with its geometries; false: the run was cancelled, timed out or taken meanwhile, and
     * nothing is kept.
     */
    readonly complete: (claim: Claim, inputCount: number, computed: ComputedResult) => Effect.Effect<boolean>
    readonly fail: (claim: Claim, failure: Failure) => Effect.Effect<unknown>
    readonly cancel: (claim: Claim) => Effect.Effect<unknown>
    /**
     * Ends runs whose worker is gone: past the wall clock as ANALYSIS_TIMEOUT, and those with a request to
     * cancel as cancelled. How many.
     */
    readonly reap: (timeoutMs: number) => Effect.Effect<number>
    /** Until it is notified or the time is over. */
    readonly wait: (milliseconds: number) => Effect.Effect<void>
  }
>()("runner/RunQueue") {}

/** A run that cannot be computed, for a reason a person can act on. */
export class NotComputable extends Data.TaggedError("NotComputable")<{ readonly failure: Failure }> {}

export class TrackSource extends Context.Service<
  TrackSource,
  {
    /** What the plan of a run is computed with, and how many fixes that is. */
    readonly load: (
      claim: Claim,
      plan: Plan
    ) => Effect.Effect<{ readonly loaded: LoadedTracks; readonly inputCount: number }, NotComputable>
  }
>()("runner/TrackSource") {}

export interface RunnerOptions {
  /** runs at once */
  readonly concurrency: number
  /** wall clock of a run */
  readonly timeoutMs: number
  /** memory of a thread: its heap, and with what its buffers hold */
  readonly heapMb: number
  readonly totalMb: number
  /** what a thread runs: a file that takes one job by message */
  readonly entry: URL
}
