// What background work needs from outside.
import { Context, Data, type Effect, type Stream } from "effect"
import type { Order } from "../domain/export/Export.ts"
import type { Place, Row } from "../domain/export/Row.ts"
import type { JobKind } from "../domain/job/Job.ts"

export { Heartbeat, RunUpkeep, Upkeep } from "./ports/Upkeep.ts"

/**
 * How far a job is. `checkpoint` belongs to its kind: where the next step begins; null: at the beginning. A
 * file without one is begun again.
 */
export interface Progress {
  readonly checkpoint: unknown
  readonly done: number
  /** null: not counted yet */
  readonly total: number | null
  readonly counts: Readonly<Record<string, number>>
}

/** A job that this worker holds. Whatever it says of it counts only while `epoch` is still the job's. */
export interface Claim {
  readonly id: string
  readonly kind: JobKind
  readonly epoch: number
  readonly deviceId: string | null
  readonly projectId: string | null
  /** `[from, to)`, epoch ms; null: no end */
  readonly from: number | null
  readonly to: number | null
  readonly parameters: Readonly<Record<string, unknown>>
  /** where a worker before this one left it */
  readonly progress: Progress
}

/** The job is another worker's now, or nobody's any more: nothing of the step was kept. */
export class JobLost extends Data.TaggedError("JobLost") {}

/** The job cannot be done, however often it is tried; the message is for whoever asked for it. */
export class JobRefused extends Data.TaggedError("JobRefused")<{ readonly message: string }> {}

export class JobQueue extends Context.Service<
  JobQueue,
  {
    /**
     * Takes the oldest job of these kinds that is due and that nobody holds: queued, or running with a worker
     * that was not heard of for long. Null: there is none.
     */
    readonly claim: (kinds: ReadonlyArray<JobKind>) => Effect.Effect<Claim | null>
    /** Extends the lease; false: the job is not this worker's any more. */
    readonly renew: (claim: Claim) => Effect.Effect<boolean>
    readonly complete: (claim: Claim, progress: Progress) => Effect.Effect<void>
    /** Lets go of a job in the middle: whoever takes it goes on from its checkpoint. */
    readonly release: (claim: Claim) => Effect.Effect<void>
    /** Puts a job that has to wait for something back into the queue: nothing else waits behind it. */
    readonly postpone: (claim: Claim, progress: Progress, milliseconds: number) => Effect.Effect<void>
    /**
     * A step failed: the job waits a little and goes on from its checkpoint; after too many failures in one
     * place it is failed. True: it is.
     */
    readonly stumble: (claim: Claim, error: string) => Effect.Effect<boolean>
    /** Ends a job that cannot be done. */
    readonly refuse: (claim: Claim, error: string) => Effect.Effect<void>
    /** Until it is notified or the time is over. */
    readonly wait: (milliseconds: number) => Effect.Effect<void>
  }
>()("jobs/JobQueue") {}

/**
 * What a kind of job does. A step is one transaction, its progress kept in it, so that it happens once
 * whatever dies when.
 */
export interface Kind {
  readonly kind: JobKind
  /** From a progress to the next. */
  readonly step: (claim: Claim, progress: Progress) => Effect.Effect<Step, JobLost | JobRefused>
}

/** What a step came to. */
export interface Step {
  readonly progress: Progress
  /** there is nothing left */
  readonly isDone: boolean
  /** the job waits for something: the next step is tried after so long */
  readonly waitMs?: number
}

/**
 * A chunk of a device's records: up to where they were looked at (epoch ms; null: to the end), how many, and
 * how many of each kind changed hands.
 */
export interface Attributed {
  readonly to: number | null
  readonly seen: number
  readonly changed: { readonly positions: number; readonly measurements: number; readonly states: number }
}

export class Attribution extends Context.Service<
  Attribution,
  {
    /** How many records of the job's device lie in its span. */
    readonly survey: (claim: Claim) => Effect.Effect<number>
    /**
     * Gives the next records from `from` on their owners by the assignments as they stand, tells the late
     * lane of the subjects whose past changed, and keeps the progress that `next` makes of it, all at once.
     */
    readonly attribute: (
      claim: Claim,
      from: number | null,
      next: (done: Attributed) => Progress
    ) => Effect.Effect<Progress, JobLost>
  }
>()("jobs/Attribution") {}

/** What became of a chunk of kept reports; `left`: whether there may be more. */
export interface Processed {
  readonly reports: number
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  readonly left: boolean
}

export class KeptReports extends Context.Service<
  KeptReports,
  {
    /**
     * Queues a job for each device that has kept reports of the time before it was known, and none that
     * waits; how many.
     */
    readonly lookForKnown: Effect.Effect<number>
    /** How many reports were kept of the device. */
    readonly survey: (claim: Claim) => Effect.Effect<number>
    /**
     * Stores the oldest reports as intake would have, and takes them from the kept ones, with the progress
     * that `next` makes of it, all at once.
     */
    readonly process: (
      claim: Claim,
      next: (done: Processed) => Progress
    ) => Effect.Effect<{ readonly progress: Progress; readonly left: boolean }, JobLost>
  }
>()("jobs/KeptReports") {}

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

/** The rows of an export as they are now, through the eyes of whoever asked for it as they are now. */
export interface ExportRows {
  readonly count: Effect.Effect<number>
  /** The next rows after a place, at most so many. */
  readonly page: (after: Place | null, limit: number) => Effect.Effect<ReadonlyArray<Row>>
}

export class ExportFiles extends Context.Service<
  ExportFiles,
  {
    /** Opens the rows of a job's export; refused where its maker may not export any more. */
    readonly open: (claim: Claim) => Effect.Effect<ExportRows & { readonly order: Order }, JobRefused>
    /**
     * Appends to the file, and keeps the progress, all at once; without a checkpoint the try counts on, as
     * the next one begins the file again.
     */
    readonly append: (claim: Claim, bytes: Uint8Array, progress: Progress) => Effect.Effect<void, JobLost>
    /** Takes away what was written of the file. */
    readonly restart: (claim: Claim) => Effect.Effect<void, JobLost>
    /** Reads the file once, and keeps its size and checksum, and when it expires, with the progress. */
    readonly finish: (claim: Claim, progress: Progress) => Effect.Effect<void, JobLost>
  }
>()("jobs/ExportFiles") {}

export class Workbooks extends Context.Service<
  Workbooks,
  {
    /**
     * The bytes of a workbook with one sheet, made of rows as they are asked for: no more of them is held
     * than a page.
     */
    readonly sheet: <E>(
      name: string,
      columns: ReadonlyArray<string>,
      pages: Stream.Stream<ReadonlyArray<Row>, E>
    ) => Stream.Stream<Uint8Array, E>
  }
>()("jobs/Workbooks") {}
