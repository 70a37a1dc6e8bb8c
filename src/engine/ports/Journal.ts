// Where decisions are committed, and how that may fail.
import { Context, Data, type Effect } from "effect"
import type { BatchResult } from "../evaluate/BatchResult.ts"

/**
 * Fenced: another process owns partitions of a batch now, or their cursors moved; memory must be dropped.
 * `partitions`: those that are known.
 */
export class Fenced extends Data.TaggedError("Fenced")<{
  readonly message: string
  readonly partitions: ReadonlyArray<number>
}> {}

/** Epochs are the epochs under which an engine owns its partitions, by partition. */
export type Epochs = ReadonlyMap<number, number>

/** Unfit: the database refuses what a batch decided, and will refuse it again; it has to be skipped. */
export class Unfit extends Data.TaggedError("Unfit")<{ readonly message: string }> {}

/**
 * TooLarge: a batch is too large for one transaction, and nothing of it was committed. `bytes`: a lower
 * bound, of texts alone.
 */
export class TooLarge extends Data.TaggedError("TooLarge")<{ readonly bytes: number }> {
  override get message(): string {
    return (
      `what the batch decided weighs ${this.bytes} bytes or more, too much for one transaction; it has ` +
      `to be committed in pieces`
    )
  }
}

/** Journal commits batches. */
export class Journal extends Context.Service<
  Journal,
  {
    /**
     * Commits a batch and its cursors in one transaction, if their epochs still hold and the cursors are
     * where they were read. After a failure the outcome is unknown, and memory must be dropped.
     */
    readonly commit: (epochs: Epochs, changes: BatchResult) => Effect.Effect<void, Fenced | TooLarge | Unfit>
  }
>()("engine/Journal") {}
