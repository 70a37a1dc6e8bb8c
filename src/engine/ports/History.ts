// The stored past of subjects, span by span.
import { Context, type Effect } from "effect"
import type { Stretch as Interval } from "../../domain/hearing/Hearing.ts"
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

/** HistoryPart is the first part of a span: complete up to and with `until`, all of it if that is Infinity. */
export interface HistoryPart {
  readonly records: ReadonlyArray<Observation>
  readonly until: number
  /** a record lies beyond `until` */
  readonly goesOn: boolean
}

/**
 * Edition tells from where on a subject is judged with an edition of the rule set, and when that began on the
 * clock; members as in BatchResult.ts.
 */
export interface Edition {
  readonly version: number
  readonly recordsAfter: number
  readonly ticksAfter: number
  readonly judged: ReadonlyMap<string, number>
  readonly scopeKey: string
  readonly at: number
}

/** History reads the stored past. `reading`: only what the engine has judged counts; null: all that is stored. */
export class History extends Context.Service<
  History,
  {
    /**
     * Returns the memories just before the spans begin, without the edition, which `editions` tells. Answers
     * go by the subjects' ids, which differ within a project.
     */
    readonly recall: (
      stretches: ReadonlyArray<HistorySpan>,
      needs: Needs,
      reading: LogProgress | null
    ) => Effect.Effect<ReadonlyMap<string, Memory>>
    /**
     * Returns the valid, unconflicting records of the spans, in the order of judging, up to the limits: whole
     * instants.
     */
    readonly records: (
      stretches: ReadonlyArray<HistorySpan>,
      reading: LogProgress | null,
      most: ReadLimits
    ) => Effect.Effect<ReadonlyMap<string, HistoryPart>>
    /** Returns the arrivals of each subject in its span, ascending, after the newest one before it. */
    readonly arrivals: (
      stretches: ReadonlyArray<HistorySpan>,
      reading: LogProgress | null
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>>
    /** Returns when each subject sent records in the intervals that came later, ascending. */
    readonly sentAmid: (
      asked: ReadonlyArray<{ readonly subject: Subject; readonly amid: ReadonlyArray<Interval> }>,
      reading: LogProgress | null
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>>
    /** Returns the editions each subject was judged with, in the order in which they began. */
    readonly editions: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Edition>>>
  }
>()("engine/History") {}
