// What a stretch of one subject's past is made of, and what comes of judging it again.
import type { Hearing } from "../../domain/hearing/Hearing.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { RuleSet } from "../evaluate/RuleSet.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { BatchResult, Work } from "../evaluate/BatchResult.ts"
import type { IsSpent } from "../evaluate/EvaluationContext.ts"
import type { Memory } from "../ports.ts"

/**
 * An edition of the rule set and from where on it judges: records newer than `recordsAfter`, ticks after
 * `ticksAfter`.
 */
export interface RuleSetPeriod {
  readonly ruleSet: RuleSet
  readonly recordsAfter: number
  readonly ticksAfter: number
  /**
   * rule -> newest deadline judged before the period began, of rules that had judged one past `recordsAfter`:
   * theirs begins after it
   */
  readonly judged?: ReadonlyMap<string, number>
  /** who the subject was to scopes; absent: who it is */
  readonly who?: Who
  /** when it began on the clock: what it drops ends then; absent: now */
  readonly at?: number
}

export interface Past {
  readonly subject: Subject
  readonly who: Who
  /** as it was just before the first record */
  readonly memory: Memory
  /** arrivals, ascending, the newest before the stretch first; null: no schedule asks */
  readonly receipts: ReadonlyArray<number> | null
  /** the outages on record; absent: everything could be heard */
  readonly hearing?: Hearing
  /** in the order in which they began; records and ticks before the first one begins are judged by none */
  readonly periods: ReadonlyArray<RuleSetPeriod>
  /** none older than the memory, none newer than `until` */
  readonly records: ReadonlyArray<Observation>
  /** it is cut after this effective time at the latest; absent: it may go on to its end */
  readonly until?: number
  /** some record lies beyond that */
  readonly goesOn?: boolean
  /** asked after each moment that was judged: whether it is to be cut there; absent: it is not */
  readonly isSpent?: IsSpent
  /** what deciding costs is counted here; absent: for itself */
  readonly work?: Work
  /** ticks after this instant, up to and with `ticksTo`, are judged */
  readonly ticksFrom: number
  readonly ticksTo: number
  /** deadlines up to this effective time are judged at the end, whatever the timers say; absent: none */
  readonly deadlinesTo?: (ruleId: string) => number
  /** what is found out is found out at this moment; epoch ms */
  readonly now: number
  /** timers that would have gone off by then go off at the end; absent: by now */
  readonly timersTo?: number
  /** events are marked as found out late */
  readonly late?: boolean
  readonly nextId: () => string
}

export interface Replayed {
  /**
   * where it was cut: all up to and with this effective time is judged, and the rest goes on from what is
   * stored; Infinity: it was not cut
   */
  readonly to: number
  /** the memory it ends with */
  readonly subjectActor: SubjectActor
  readonly changes: BatchResult
  /** events of the episodes that were open when it began */
  readonly open: ReadonlyArray<string>
  /** by which editions of the rule set a version may have judged the subject at a moment; none: it did not */
  readonly judgesOf: (ruleId: string, at: number, version: number) => ReadonlyArray<RuleSet>
}
