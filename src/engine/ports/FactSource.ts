// What is known of subjects up to the cursors.
import { Context, type Effect } from "effect"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { Delayed } from "../evaluate/arrivals.ts"
import type { HalfTicked } from "../evaluate/BatchResult.ts"
import type { Needs } from "../evaluate/Needs.ts"
import type { Reading } from "./Ownership.ts"
import type { Memory } from "./Memory.ts"

/** One of those who are asked at the ticks of a schedule. */
export interface Member {
  readonly subject: Subject
  /** when anything of it was received, epoch ms, ascending: all since a moment, after the newest before it */
  readonly receipts: ReadonlyArray<number>
  /** what of that may have been sent amid an outage and came later; absent: nothing */
  readonly delayed?: ReadonlyArray<Delayed>
}

/** Ticks of a project in a partition are judged up to `to`, and with `half` beyond it for some subjects. */
export interface TickedRow {
  readonly projectId: string
  readonly partition: number
  readonly to: number
  readonly half: HalfTicked | null
}

/** A state with a deadline, and when that is judged. */
export interface PendingRow {
  readonly ruleId: string
  readonly subject: Subject
  readonly wakeAt: number
}

export class FactSource extends Context.Service<
  FactSource,
  {
    /** What is known of subjects that wake cold, one round of queries for all of them. */
    readonly wake: (
      subjects: ReadonlyArray<Subject>,
      reading: Reading,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<Subject, Memory>>
    /** Names, types and groups by id; a subject that was deleted is missing. */
    readonly who: (subjects: ReadonlyArray<Subject>) => Effect.Effect<ReadonlyMap<string, Who>>
    /** Every subject of a project that ever reported, as the records that are judged show it. */
    readonly roll: (
      projectId: string,
      reading: Reading,
      since: number
    ) => Effect.Effect<ReadonlyArray<Member>>
    /** Up to when the ticks of each project are judged, by partition. */
    readonly ticked: Effect.Effect<ReadonlyArray<TickedRow>>
    /**
     * States with a deadline after one moment, up to and with another, of all partitions, in the order of
     * their moments: so many, and all of the moment of the last.
     */
    readonly pending: (after: number, until: number, most: number) => Effect.Effect<ReadonlyArray<PendingRow>>
  }
>()("engine/FactSource") {}
