// What an analysis module is: a computation from a job to a document, in named steps.
import type { Computed, SandboxJob } from "../src/domain/analysis/SandboxJob.ts"

/** Says how far a computation is: 0 to 100, and in a word what it does now. */
export type Progress = (percent: number, step: string) => void

/** Pure: equal jobs give equal bytes. May take the columns of the tracks apart; they are its own. */
export type Module<Job extends SandboxJob> = (job: Job, progress: Progress) => Computed

/** A computation that ends without a result, for a reason that a person can act on. */
export class Refused extends Error {
  readonly code = "INPUT_TOO_LARGE"
}
