// The stored past of subjects, stretch by stretch.
import { Context, type Effect } from "effect"
import type { Stretch as Interval } from "../../domain/hearing/Hearing.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Needs } from "../evaluate/Needs.ts"
import type { Reading } from "./Ownership.ts"
import type { Memory } from "./Memory.ts"

/** Part of a subject's past: effective times from `from` to `to`, both in it. */
export interface Stretch {
  readonly subject: Subject
  readonly from: number
  readonly to: number
}

/**
 * How much of each stretch is read at most: records of a kind, and events or changes of a rule's state that
 * were decided there.
 */
export interface Most {
  readonly records: number
  readonly decided: number
}

/** The first part of a stretch: whole up to and with `until`, all of it where that is Infinity. */
export interface Piece {
  readonly records: ReadonlyArray<Observation>
  readonly until: number
  /** a record lies beyond it */
  readonly goesOn: boolean
}

/**
 * From where on a subject is judged with an edition of the rule set, and when that began on the clock; the
 * rest as in BatchResult.ts.
 */
export interface Edition {
  readonly version: number
  readonly recordsAfter: number
  readonly ticksAfter: number
  readonly judged: ReadonlyMap<string, number>
  readonly scopeKey: string
  readonly at: number
}

/** The stored past. `reading`: only what the engine has judged counts; null: all that is stored. */
export class History extends Context.Service<
  History,
  {
    /**
     * Subjects' memory as it was just before their stretch began: records older than that, placements and
     * states as they were left then; without the edition, which is `editions`' to tell. Of each project the
     * subjects' ids differ; the answers go by them.
     */
    readonly recall: (
      stretches: ReadonlyArray<Stretch>,
      needs: Needs,
      reading: Reading | null
    ) => Effect.Effect<ReadonlyMap<string, Memory>>
    /**
     * The valid, unconflicting records of the stretches, in the order of judging, subject by subject: so many
     * of them, and the rest of no instant.
     */
    readonly records: (
      stretches: ReadonlyArray<Stretch>,
      reading: Reading | null,
      most: Most
    ) => Effect.Effect<ReadonlyMap<string, Piece>>
    /** Arrivals of each subject in its stretch, ascending, after the newest one before it. */
    readonly receipts: (
      stretches: ReadonlyArray<Stretch>,
      reading: Reading | null
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>>
    /** When each subject sent something in the intervals that came later, ascending. */
    readonly sentAmid: (
      asked: ReadonlyArray<{ readonly subject: Subject; readonly amid: ReadonlyArray<Interval> }>,
      reading: Reading | null
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>>
    /** The editions each subject was judged with, in the order in which they began. */
    readonly editions: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Edition>>>
  }
>()("engine/History") {}
