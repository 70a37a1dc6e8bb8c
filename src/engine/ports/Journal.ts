// Where what was decided goes, and how that may fail.
import { Context, Data, type Effect } from "effect"
import type { BatchResult } from "../evaluate/BatchResult.ts"
import type { Tenure } from "./Ownership.ts"

/** Another process owns the partitions now, or the database moved on without us: memory must be forgotten. */
export class Fenced extends Data.TaggedError("Fenced")<{ readonly message: string }> {}

/** The database refuses what a batch decided, and will again: somebody has to step over it. */
export class Unfit extends Data.TaggedError("Unfit")<{ readonly message: string }> {}

/**
 * What a batch decided is too much for one transaction: nothing of it was committed. `bytes`: at least so
 * many, of texts alone.
 */
export class TooLarge extends Data.TaggedError("TooLarge")<{ readonly bytes: number }> {
  override get message(): string {
    return (
      `what the batch decided weighs ${this.bytes} bytes or more, too much for one transaction; it has ` +
      `to be committed in pieces`
    )
  }
}

export class Journal extends Context.Service<
  Journal,
  {
    /**
     * Everything a batch decided and the cursors, in one transaction, only if the tenure still holds and the
     * cursors are where they were read. On any failure the outcome is unknown and memory must be forgotten.
     */
    readonly commit: (tenure: Tenure, changes: BatchResult) => Effect.Effect<void, Fenced | TooLarge | Unfit>
  }
>()("engine/Journal") {}
