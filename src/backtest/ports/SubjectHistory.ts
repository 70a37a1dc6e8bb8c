// What subjects remembered, and what happened to them in a stretch of time. Answers by subject go by its id.
import { Context, type Effect } from "effect"
import type { Hearing, Reporter, Stretch } from "../../domain/hearing/Hearing.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Reads } from "../../domain/rule/Reads.ts"
import type { Edition, Memory, Needs } from "../../engine/ports.ts"

/**
 * A stretch of effective time `[from, to)`, epoch ms, of some subjects of a project; so many rows at most,
 * the earliest.
 */
export interface Slice {
  readonly projectId: string
  readonly subjects: ReadonlyArray<Subject>
  readonly from: number
  readonly to: number
  readonly limit: number
}

export class SubjectHistory extends Context.Service<
  SubjectHistory,
  {
    /** Subjects as they were just before a moment. */
    readonly recall: (
      subjects: ReadonlyArray<Subject>,
      at: number,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<string, Memory>>
    /** The editions that judged them. */
    readonly editions: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Edition>>>
    /** Those of whom a rule waited for something at a moment: whether it still held when its time was over. */
    readonly waiting: (
      subjects: ReadonlyArray<Subject>,
      ruleId: string,
      at: number
    ) => Effect.Effect<ReadonlyArray<string>>
    /** How many rows of the windows of `needs` lie before a moment; subjects that have none are left out. */
    readonly weigh: (
      subjects: ReadonlyArray<Subject>,
      at: number,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<string, number>>
    /** The newest arrival before a moment. */
    readonly lastSeen: (
      projectId: string,
      subjects: ReadonlyArray<Subject>,
      before: number
    ) => Effect.Effect<ReadonlyMap<string, number>>
    /** The first record of subjects in a stretch. */
    readonly beginnings: (
      subjects: ReadonlyArray<Subject>,
      from: number,
      to: number
    ) => Effect.Effect<ReadonlyMap<string, number>>
    /** The earliest records that `reads` names, valid and not in conflict, in the order of time. */
    readonly records: (slice: Slice, reads: Reads) => Effect.Effect<ReadonlyArray<Observation>>
    /**
     * When something of the subjects arrived, by the clock, in the order of time: silences longer than
     * `grain` milliseconds are told exactly.
     */
    readonly arrivals: (
      slice: Slice,
      grain: number
    ) => Effect.Effect<ReadonlyArray<{ readonly subjectId: string; readonly at: number }>>
    /** The outages that are on record. */
    readonly hearing: Effect.Effect<Hearing>
    /** The devices that report for subjects. */
    readonly reporters: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Reporter>>>
    /**
     * When something of the slice's subjects was sent that came later, where that is in one of the stretches:
     * as exactly as `arrivals`, and in the same order.
     */
    readonly sentAmid: (
      slice: Omit<Slice, "from" | "to">,
      stretches: ReadonlyArray<Stretch>,
      grain: number
    ) => Effect.Effect<ReadonlyArray<{ readonly subjectId: string; readonly at: number }>>
  }
>()("backtest/SubjectHistory") {}
