// What taking an import back needs from outside.
import { Context, type Effect } from "effect"
import type { Claim, JobLost, Progress } from "../ports.ts"

/** Records of a chunk that were removed; `left`: whether there may be more. */
export interface RemovedRecords {
  readonly positions: number
  readonly measurements: number
  readonly states: number
  readonly left: boolean
}

export class ImportRemovals extends Context.Service<
  ImportRemovals,
  {
    /** How many records the import has. */
    readonly survey: (claim: Claim) => Effect.Effect<number>
    /**
     * Removes the import's newest records, and tells the late lane of the subjects whose past changed, with
     * the progress that `next` makes of it, all at once.
     */
    readonly removeRecords: (
      claim: Claim,
      next: (removed: RemovedRecords) => Progress
    ) => Effect.Effect<Progress, JobLost>
    /** Whether rules have judged the past of what the import made without its records. */
    readonly isJudged: (claim: Claim) => Effect.Effect<boolean>
    /** Removes some of what the import made and nothing else uses; with the last of it the import is over. */
    readonly removeCreations: (
      claim: Claim,
      progress: Progress
    ) => Effect.Effect<{ readonly progress: Progress; readonly left: boolean }, JobLost>
  }
>()("jobs/ImportRemovals") {}
