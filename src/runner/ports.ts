// What the runner needs from outside: the queue of runs, and the tracks that a run computes with.
import { Context, Data, type Effect } from "effect"
import type { Failure } from "../domain/analysis/ErrorCode.ts"
import type { Plan } from "../domain/analysis/Plan.ts"
import type { ComputedResult, LoadedTracks } from "../domain/analysis/SandboxJob.ts"

/** Claim is a run that this worker holds. Its reports count only while `epoch` is still the run's. */
export interface Claim {
  readonly id: string
  readonly projectId: string
  readonly module: string
  readonly epoch: number
  /** epoch ms */
  readonly startedAt: number
  /** the plan made when the run was requested; null: this version cannot read it */
  readonly plan: Plan | null
}

/** LeaseStatus is the answer to a renewal: continue, a request to cancel, or another worker has the run. */
export type LeaseStatus = "held" | "cancelled" | "lost"

/** RunQueue is the queue of runs. */
export class RunQueue extends Context.Service<
  RunQueue,
  {
    /** Claims the oldest queued run; null: there is none. */
    readonly claim: Effect.Effect<Claim | null>
    /** Renews the lease and stores the progress, 0 to 100. */
    readonly renew: (claim: Claim, progress: number) => Effect.Effect<LeaseStatus>
    /**
     * Stores the result with its geometries; false: the run was cancelled, timed out or taken, and nothing is
     * stored.
     */
    readonly complete: (claim: Claim, inputCount: number, computed: ComputedResult) => Effect.Effect<boolean>
    readonly fail: (claim: Claim, failure: Failure) => Effect.Effect<unknown>
    readonly cancel: (claim: Claim) => Effect.Effect<unknown>
    /**
     * Ends runs whose worker is gone, past the wall clock as ANALYSIS_TIMEOUT, with a request to cancel as
     * cancelled. Returns how many.
     */
    readonly reap: (timeoutMs: number) => Effect.Effect<number>
    /** Waits for a notification, at most for the given time. */
    readonly wait: (milliseconds: number) => Effect.Effect<void>
  }
>()("runner/RunQueue") {}

/** NotComputable: a run cannot be computed, for a reason that its user can change. */
export class NotComputable extends Data.TaggedError("NotComputable")<{ readonly failure: Failure }> {}

/** TrackSource loads what runs compute with. */
export class TrackSource extends Context.Service<
  TrackSource,
  {
    /** Loads what a plan is computed with, and counts the fixes. */
    readonly load: (
      claim: Claim,
      plan: Plan
    ) => Effect.Effect<{ readonly loaded: LoadedTracks; readonly inputCount: number }, NotComputable>
  }
>()("runner/TrackSource") {}

/** RunnerOptions are the settings of the runner. */
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
