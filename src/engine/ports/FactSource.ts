// What is known of subjects up to the cursors.
import { Context, type Effect } from "effect"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { Delayed } from "../evaluate/arrivals.ts"
import type { PartialTick } from "../evaluate/BatchResult.ts"
import type { Needs } from "../evaluate/Needs.ts"
import type { LogProgress } from "./Ownership.ts"
import type { Memory } from "./Memory.ts"

/** ScheduledSubject is a subject that is asked at the ticks of a schedule. */
export interface ScheduledSubject {
  readonly subject: Subject
  /** when its records were received, epoch ms, ascending: the newest before a moment, and all since */
  readonly arrivals: ReadonlyArray<number>
  /** records that may have been sent during an outage and came later; absent: none */
  readonly delayed?: ReadonlyArray<Delayed>
}

/**
 * TickProgressRow tells up to when the ticks of a project in a partition are evaluated, with `half` for some
 * subjects beyond it.
 */
export interface TickProgressRow {
  readonly projectId: string
  readonly partition: number
  readonly to: number
  readonly half: PartialTick | null
}

/** PendingRow is a stored deadline, and when it is evaluated. */
export interface PendingRow {
  readonly ruleId: string
  readonly subject: Subject
  readonly wakeAt: number
}

/** TimerRange selects the stored deadlines to load: those after one moment, up to and with another. */
export interface TimerRange {
  readonly after: number
  readonly until: number
  /** so many, and all that share the moment of the last */
  readonly most: number
}

/** FactSource loads what is known of subjects up to the cursors. */
export class FactSource extends Context.Service<
  FactSource,
  {
    /** Loads the memories of subjects, one round of queries for all of them. */
    readonly loadMemories: (
      subjects: ReadonlyArray<Subject>,
      reading: LogProgress,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<Subject, Memory>>
    /** Returns names, types and groups by id, without deleted subjects. */
    readonly who: (subjects: ReadonlyArray<Subject>) => Effect.Effect<ReadonlyMap<string, Who>>
    /**
     * Returns every subject of a project in the partitions of `reading` that ever reported, by the evaluated
     * records.
     */
    readonly scheduledSubjects: (
      projectId: string,
      reading: LogProgress,
      since: number
    ) => Effect.Effect<ReadonlyArray<ScheduledSubject>>
    /** Returns up to when the ticks of each project are evaluated in the given partitions. */
    readonly tickProgress: (
      partitions: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<TickProgressRow>>
    /** Returns the deadlines of the given partitions in a range, in order. */
    readonly pendingDeadlines: (
      partitions: ReadonlyArray<number>,
      range: TimerRange
    ) => Effect.Effect<ReadonlyArray<PendingRow>>
  }
>()("engine/FactSource") {}
