// What there is to evaluate: the log, row by row, and the schedules in force.
import { Context, type Effect } from "effect"
import type { LogPayload } from "../../domain/intake/LogEntry.ts"
import type { LogProgress } from "./Ownership.ts"

/** LogRow is a row of the log with the observations in it. */
export interface LogRow {
  readonly partition: number
  readonly id: number
  /** `[]` if no observation of it is read */
  readonly payload: LogPayload
  /**
   * whether the payload has entries of other partitions too: written when there were fewer, and now a row of
   * each of them
   */
  readonly isShared?: boolean
}

/** Editions are the current edition of a project's rule set and that of its roster. */
export interface Editions {
  readonly ruleSet: number
  readonly roster: number
}

/**
 * WindowRequest selects rows of a lane: those of the window being evaluated (`fixed`), or the next ones after
 * `from` up to `to`.
 */
export interface WindowRequest {
  readonly partition: number
  readonly from: number
  readonly to: number
  readonly fixed: boolean
}

/** WindowRows are the rows of a window with observations of the project; the window ends at `upTo`. */
export interface WindowRows {
  readonly partition: number
  readonly upTo: number
  readonly rows: ReadonlyArray<LogRow>
}

/** Feed reads the log and the editions in force. */
export class Feed extends Context.Service<
  Feed,
  {
    /**
     * Reads the next rows of each partition in log order, about `most` observations. `atEnd`: partitions
     * without further rows. A row with observations only of projects in lanes of its partition comes without
     * payload.
     */
    readonly read: (
      reading: LogProgress,
      most: number
    ) => Effect.Effect<{ readonly rows: ReadonlyArray<LogRow>; readonly atEnd: ReadonlySet<number> }>
    /** Reads windows of a project in lanes; a new one has about `most` observations and at least one row. */
    readonly windows: (
      projectId: string,
      asked: ReadonlyArray<WindowRequest>,
      most: number
    ) => Effect.Effect<ReadonlyArray<WindowRows>>
    /** Returns the current editions of projects; deleted ones are missing. */
    readonly editions: (projectIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Editions>>
    /** Returns the projects with a schedule in force, and their editions. */
    readonly scheduled: Effect.Effect<ReadonlyMap<string, Editions>>
    /**
     * Waits until one of the partitions may have grown since the last `read`: for a notification, at most for
     * the given time.
     */
    readonly wait: (milliseconds: number, partitions: ReadonlyArray<number>) => Effect.Effect<void>
  }
>()("engine/Feed") {}
