// What an analysis module is: a computation from a job to a document, in named steps.
import type { ComputedResult, SandboxJob } from "../src/domain/analysis/SandboxJob.ts"

/** Reports how far a computation is: 0 to 100, and the name of the current step. */
export type Progress = (percent: number, step: string) => void

/**
 * Module is a pure computation: equal jobs give equal bytes. It owns the columns of the tracks and may change
 * them.
 */
export type Module<Job extends SandboxJob> = (job: Job, progress: Progress) => ComputedResult

/** ComputationRefused ends a computation without a result, for a reason that a person can act on. */
export class ComputationRefused extends Error {
  readonly code = "INPUT_TOO_LARGE"
}
