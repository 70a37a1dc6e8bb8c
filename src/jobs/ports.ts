// The ports of background work.
import { Context, Data, type Effect, type Stream } from "effect"
import type { Order } from "../domain/export/Export.ts"
import type { Place, Row } from "../domain/export/Row.ts"
import type { JobKind } from "../domain/job/Job.ts"

export { Heartbeat, RunUpkeep, Upkeep } from "./ports/Upkeep.ts"

/**
 * Progress is how far a job is. `checkpoint` is of the job's kind: where the next step begins; null: at the
 * beginning. A file without one is started again.
 */
export interface Progress {
  readonly checkpoint: unknown
  readonly done: number
  /** null: not counted yet */
  readonly total: number | null
  readonly counts: Readonly<Record<string, number>>
}

/** Claim is a job that this worker holds. Its writes count only while `epoch` is still the job's. */
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
  /** the progress of an earlier worker */
  readonly progress: Progress
}

/** JobLost means that another worker has the job, or that it was removed: nothing of the step is stored. */
export class JobLost extends Data.TaggedError("JobLost") {}

/** JobRefused means that the job cannot be done, however often it is tried; the message is for its requester. */
export class JobRefused extends Data.TaggedError("JobRefused")<{ readonly message: string }> {}

/** JobQueue is the queue of jobs. */
export class JobQueue extends Context.Service<
  JobQueue,
  {
    /**
     * Takes the oldest due job of these kinds without a live worker: queued, or running with an expired
     * lease. Null: there is none.
     */
    readonly claim: (kinds: ReadonlyArray<JobKind>) => Effect.Effect<Claim | null>
    /** Extends the lease; false: the job is not this worker's any more. */
    readonly renew: (claim: Claim) => Effect.Effect<boolean>
    readonly complete: (claim: Claim, progress: Progress) => Effect.Effect<void>
    /** Releases a job in the middle: another worker resumes it from its checkpoint. */
    readonly release: (claim: Claim) => Effect.Effect<void>
    /** Queues a job that has to wait again, so that nothing waits behind it. */
    readonly postpone: (claim: Claim, progress: Progress, milliseconds: number) => Effect.Effect<void>
    /**
     * Handles a failed step: the job is retried from its checkpoint after a while; after too many failures at
     * one checkpoint it fails. True: it has failed.
     */
    readonly stumble: (claim: Claim, error: string) => Effect.Effect<boolean>
    /** Ends a job that cannot be done. */
    readonly refuse: (claim: Claim, error: string) => Effect.Effect<void>
    /** Waits for a notification, or for so long. */
    readonly wait: (milliseconds: number) => Effect.Effect<void>
  }
>()("jobs/JobQueue") {}

/**
 * Kind is what a kind of job does. A step is one transaction which also stores its progress, so that it
 * happens once, whatever fails.
 */
export interface Kind {
  readonly kind: JobKind
  /** Runs the next step. */
  readonly step: (claim: Claim, progress: Progress) => Effect.Effect<Step, JobLost | JobRefused>
}

/** Step is the result of a step. */
interface Step {
  readonly progress: Progress
  /** whether nothing is left */
  readonly isDone: boolean
  /** the job waits for something: the next step is tried after so long */
  readonly waitMs?: number
}

/**
 * AttributedChunk is a chunk of a device's records: up to which moment (epoch ms; null: to the end), how
 * many, and how many of each kind got another owner.
 */
export interface AttributedChunk {
  readonly to: number | null
  readonly seen: number
  readonly changed: { readonly positions: number; readonly measurements: number; readonly states: number }
}

/** Attribution is the storage of the attribution job. */
export class Attribution extends Context.Service<
  Attribution,
  {
    /** Counts the records of the job's device in its span. */
    readonly survey: (claim: Claim) => Effect.Effect<number>
    /**
     * Writes the owners of the next records from `from` on, by the current assignments, stores the subjects
     * whose past changed, and stores the progress that `next` returns, in one transaction.
     */
    readonly attribute: (
      claim: Claim,
      from: number | null,
      next: (done: AttributedChunk) => Progress
    ) => Effect.Effect<Progress, JobLost>
  }
>()("jobs/Attribution") {}

/** ProcessedReports is the result of a chunk of stored reports; `left`: whether there may be more. */
export interface ProcessedReports {
  readonly reports: number
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  readonly left: boolean
}

/** KeptReports is the storage of the job for stored reports. */
export class KeptReports extends Context.Service<
  KeptReports,
  {
    /**
     * Queues a job for each device that has stored reports of the time before its registration, and no queued
     * job; returns how many.
     */
    readonly lookForKnown: Effect.Effect<number>
    /** Counts the stored reports of the device. */
    readonly survey: (claim: Claim) => Effect.Effect<number>
    /**
     * Stores the oldest reports as records, as intake would have, removes them from the stored ones, and
     * stores the progress that `next` returns, in one transaction.
     */
    readonly process: (
      claim: Claim,
      next: (done: ProcessedReports) => Progress
    ) => Effect.Effect<{ readonly progress: Progress; readonly left: boolean }, JobLost>
  }
>()("jobs/KeptReports") {}

/** RemovedRecords is a chunk of removed records; `left`: whether there may be more. */
export interface RemovedRecords {
  readonly positions: number
  readonly measurements: number
  readonly states: number
  readonly left: boolean
}

/** ImportRemovals is the storage of the job that removes imports. */
export class ImportRemovals extends Context.Service<
  ImportRemovals,
  {
    /** Counts the records of the import. */
    readonly survey: (claim: Claim) => Effect.Effect<number>
    /**
     * Removes the import's newest records, stores the subjects whose past changed, and the progress that
     * `next` returns, in one transaction.
     */
    readonly removeRecords: (
      claim: Claim,
      next: (removed: RemovedRecords) => Progress
    ) => Effect.Effect<Progress, JobLost>
    /** Whether the engine has evaluated the past of the import's objects without its records. */
    readonly isJudged: (claim: Claim) => Effect.Effect<boolean>
    /**
     * Removes some of the import's objects that nothing else uses; with the last of them the import is
     * removed.
     */
    readonly removeCreations: (
      claim: Claim,
      progress: Progress
    ) => Effect.Effect<{ readonly progress: Progress; readonly left: boolean }, JobLost>
  }
>()("jobs/ImportRemovals") {}

/** ExportRows are the current rows of an export, as its requester sees them now. */
export interface ExportRows {
  readonly count: Effect.Effect<number>
  /** Returns the next rows after a place, at most so many. */
  readonly page: (after: Place | null, limit: number) => Effect.Effect<ReadonlyArray<Row>>
}

/** ExportFiles is the storage of exports. */
export class ExportFiles extends Context.Service<
  ExportFiles,
  {
    /** Opens the rows of a job's export; refused where its requester lacks the permission now. */
    readonly open: (claim: Claim) => Effect.Effect<ExportRows & { readonly order: Order }, JobRefused>
    /**
     * Appends to the file and stores the progress, in one transaction; without a checkpoint the count of
     * attempts is kept, because the next attempt starts the file again.
     */
    readonly append: (claim: Claim, bytes: Uint8Array, progress: Progress) => Effect.Effect<void, JobLost>
    /** Removes what was written of the file. */
    readonly restart: (claim: Claim) => Effect.Effect<void, JobLost>
    /** Reads the file once, and stores its size, checksum and expiry with the progress. */
    readonly finish: (claim: Claim, progress: Progress) => Effect.Effect<void, JobLost>
  }
>()("jobs/ExportFiles") {}

/** Workbooks makes Excel files. */
export class Workbooks extends Context.Service<
  Workbooks,
  {
    /**
     * Returns the bytes of a workbook with one sheet, made of rows as they are requested: at most a page of
     * them is in memory.
     */
    readonly sheet: <E>(
      name: string,
      columns: ReadonlyArray<string>,
      pages: Stream.Stream<ReadonlyArray<Row>, E>
    ) => Stream.Stream<Uint8Array, E>
  }
>()("jobs/Workbooks") {}
