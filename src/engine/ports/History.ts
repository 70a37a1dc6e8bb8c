// The stored past of subjects, span by span.
import { Context, type Effect } from "effect"
import type { Stretch } from "../../domain/hearing/Hearing.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Needs } from "../evaluate/Needs.ts"
import type { LogProgress } from "./Ownership.ts"
import type { Memory } from "./Memory.ts"

/** HistorySpan is a part of a subject's past: effective times from `from` to `to`, both included. */
export interface HistorySpan {
  readonly subject: Subject
  readonly from: number
  readonly to: number
}

/** ReadLimits bounds what is read of each span: records of a kind, and events or state changes decided there. */
export interface ReadLimits {
  readonly records: number
  readonly decided: number
}

/** HistoryPart is the first part of a span: complete up to and including `until`; Infinity: the whole span. */
export interface HistoryPart {
  readonly records: ReadonlyArray<Observation>
  readonly until: number
  /** whether the span has records after `until` */
  readonly hasMore: boolean
}

/**
 * Edition is a version of the rule set that evaluated a subject: after which record and which tick, and since
 * when by the clock (`beganAt`). Its members are those of `PeriodStart` in BatchResult.ts.
 */
export interface Edition {
  readonly version: number
  readonly recordsAfter: number
  readonly ticksAfter: number
  readonly judged: ReadonlyMap<string, number>
  readonly scopeKey: string
  readonly beganAt: number
}

/**
 * History reads the stored past. `judgedUpTo` limits it to records that the engine has evaluated; null: every
 * stored record.
 */
export class History extends Context.Service<
  History,
  {
    /** Returns the memories just before the spans begin, by subject id, without the edition (see `editions`). */
    readonly recall: (
      spans: ReadonlyArray<HistorySpan>,
      needs: Needs,
      judgedUpTo: LogProgress | null
    ) => Effect.Effect<ReadonlyMap<string, Memory>>
    /**
     * Returns the valid, unconflicting records of the spans, in the order of evaluating, up to the limits.
     * The records of one instant are never split.
     */
    readonly records: (
      spans: ReadonlyArray<HistorySpan>,
      judgedUpTo: LogProgress | null,
      limits: ReadLimits
    ) => Effect.Effect<ReadonlyMap<string, HistoryPart>>
    /** Returns the arrivals of each subject in its span, ascending, after the newest one before it. */
    readonly arrivals: (
      spans: ReadonlyArray<HistorySpan>,
      judgedUpTo: LogProgress | null
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>>
    /** Returns when each subject sent records in the intervals that were received later, ascending. */
    readonly delayedSendTimes: (
      asked: ReadonlyArray<{ readonly subject: Subject; readonly within: ReadonlyArray<Stretch> }>,
      judgedUpTo: LogProgress | null
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>>
    /** Returns the editions each subject was evaluated with, in the order in which they began. */
    readonly editions: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Edition>>>
  }
>()("engine/History") {}
