// What there is to judge: the log, row by row, and the schedules in force.
import { Context, type Effect } from "effect"
import type { Reading } from "./Ownership.ts"

export interface LogRow {
  readonly partition: number
  readonly id: number
  /** `[]` where nothing of it is asked for */
  readonly payload: string
}

export interface Editions {
  readonly ruleSet: number
  readonly roster: number
}

/**
 * Which rows of a lane are asked for: those of the window under way, whole (`fixed`), or the next ones after
 * `from` up to `to`.
 */
export interface WindowAsked {
  readonly partition: number
  readonly from: number
  readonly to: number
  readonly fixed: boolean
}

/** The rows of a window that hold something of the project; it ends at `upTo`. */
export interface WindowRows {
  readonly partition: number
  readonly upTo: number
  readonly rows: ReadonlyArray<LogRow>
}

export class Feed extends Context.Service<
  Feed,
  {
    /**
     * The next rows of each partition in log order, about `most` observations; `atEnd`: the partitions of
     * which nothing is left beyond them. A row that holds nothing but of projects in lanes of its partition
     * comes without what is in it.
     */
    readonly read: (
      reading: Reading,
      most: number
    ) => Effect.Effect<{ readonly rows: ReadonlyArray<LogRow>; readonly atEnd: ReadonlySet<number> }>
    /** Windows of a project in lanes; a new one holds about `most` observations, one row at the least. */
    readonly windows: (
      projectId: string,
      asked: ReadonlyArray<WindowAsked>,
      most: number
    ) => Effect.Effect<ReadonlyArray<WindowRows>>
    /** The editions of the projects' rules, features and rosters as they stand. */
    readonly editions: (projectIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Editions>>
    /** The projects in which some rule with a schedule is in force, and their editions. */
    readonly scheduled: Effect.Effect<ReadonlyMap<string, Editions>>
    /** Returns when the log may have grown: notified, at the latest after the given time. */
    readonly wait: (milliseconds: number) => Effect.Effect<void>
  }
>()("engine/Feed") {}
