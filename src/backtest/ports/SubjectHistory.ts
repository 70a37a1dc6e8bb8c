// What was known of subjects, and what happened to them in a stretch of time. Answers by subject go by its
// id.
import { Context, type Effect } from "effect"
import type { Hearing, Reporter, Stretch } from "../../domain/hearing/Hearing.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Reads } from "../../domain/rule/Reads.ts"
import type { Edition, Memory, Needs } from "../../engine/ports.ts"

/**
 * Slice is a stretch of effective time `[from, to)`, epoch ms, of some subjects of a project; at most `limit`
 * rows, the earliest.
 */
export interface Slice {
  readonly projectId: string
  readonly subjects: ReadonlyArray<Subject>
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** SubjectHistory reads the past of subjects. */
export class SubjectHistory extends Context.Service<
  SubjectHistory,
  {
    /** Returns memories just before a moment. */
    readonly recall: (
      subjects: ReadonlyArray<Subject>,
      at: number,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<string, Memory>>
    /** Returns the editions that evaluated them. */
    readonly editions: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Edition>>>
    /** Returns the subjects with a hold of the rule at a moment. */
    readonly waiting: (
      subjects: ReadonlyArray<Subject>,
      ruleId: string,
      at: number
    ) => Effect.Effect<ReadonlyArray<string>>
    /** Returns how many rows of the windows of `needs` lie before a moment; subjects without any are left out. */
    readonly weigh: (
      subjects: ReadonlyArray<Subject>,
      at: number,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<string, number>>
    /** Returns the newest arrival before a moment. */
    readonly lastSeen: (
      projectId: string,
      subjects: ReadonlyArray<Subject>,
      before: number
    ) => Effect.Effect<ReadonlyMap<string, number>>
    /** Returns the first record of subjects in a stretch. */
    readonly beginnings: (
      subjects: ReadonlyArray<Subject>,
      from: number,
      to: number
    ) => Effect.Effect<ReadonlyMap<string, number>>
    /** Returns the earliest records that `reads` names, valid and not in conflict, in the order of time. */
    readonly records: (slice: Slice, reads: Reads) => Effect.Effect<ReadonlyArray<Observation>>
    /**
     * Returns arrivals by the clock, in the order of time; silences longer than `grain` milliseconds are
     * exact.
     */
    readonly arrivals: (
      slice: Slice,
      grain: number
    ) => Effect.Effect<ReadonlyArray<{ readonly subjectId: string; readonly at: number }>>
    /** Returns the known outages. */
    readonly hearing: Effect.Effect<Hearing>
    /** Returns the devices that report for subjects. */
    readonly reporters: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Reporter>>>
    /**
     * Returns when delayed records were sent within the stretches, as exactly as `arrivals`, in the same
     * order.
     */
    readonly delayedSendTimes: (
      slice: Omit<Slice, "from" | "to">,
      stretches: ReadonlyArray<Stretch>,
      grain: number
    ) => Effect.Effect<ReadonlyArray<{ readonly subjectId: string; readonly at: number }>>
  }
>()("backtest/SubjectHistory") {}
