// What a replay of one subject's past needs, and its result.
import type { Hearing } from "../../domain/hearing/Hearing.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { RuleSet } from "../evaluate/RuleSet.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { BatchResult, Work } from "../evaluate/BatchResult.ts"
import type { IsSpent } from "../evaluate/EvaluationContext.ts"
import type { Memory } from "../ports.ts"

/**
 * RuleSetPeriod is an edition of the rule set and from where on it evaluates: records newer than
 * `recordsAfter`, ticks after `ticksAfter`.
 */
export interface RuleSetPeriod {
  readonly ruleSet: RuleSet
  readonly recordsAfter: number
  readonly ticksAfter: number
  /**
   * rule -> newest deadline evaluated before the period began, if past `recordsAfter`: the version begins
   * after it
   */
  readonly judged?: ReadonlyMap<string, number>
  /** the subject with its type and groups of then; absent: as it is */
  readonly who?: Who
  /** clock time at which it began, when what it drops ends; absent: now */
  readonly beganAt?: number
}

/** ReplayInput is a stretch of one subject's past. */
export interface ReplayInput {
  readonly subject: Subject
  readonly who: Who
  /** the memory just before the first record */
  readonly memory: Memory
  /** arrivals, ascending, beginning with the newest before the stretch; null: no rule reads them */
  readonly arrivals: ReadonlyArray<number> | null
  /** the known outages; absent: there were none */
  readonly hearing?: Hearing
  /** in the order in which they began; no rule evaluates before the first */
  readonly periods: ReadonlyArray<RuleSetPeriod>
  /** none older than the memory, none newer than `until` */
  readonly records: ReadonlyArray<Observation>
  /** the replay is cut after this effective time at the latest; absent: it may run to its end */
  readonly until?: number
  /** a record lies beyond `until` */
  readonly hasMore?: boolean
  /** asked after each evaluated moment: whether to cut there; absent: no */
  readonly isSpent?: IsSpent
  /** counts the cost of several replays together; absent: of this one alone */
  readonly work?: Work
  /** ticks after this instant, up to and with `ticksTo`, are evaluated */
  readonly ticksFrom: number
  readonly ticksTo: number
  /** deadlines up to this effective time are evaluated at the end, whether or not a timer fired; absent: none */
  readonly deadlinesTo?: (ruleId: string) => number
  /** clock time of the decisions; epoch ms */
  readonly now: number
  /** timers that would have fired by then fire at the end; absent: by now */
  readonly timersTo?: number
  /** events are marked as found out late */
  readonly late?: boolean
  readonly nextId: () => string
}

/** ReplayResult is what a replay decided. */
export interface ReplayResult {
  /** everything up to and with this effective time is evaluated; Infinity: the replay was not cut */
  readonly to: number
  /** the memory it ends with */
  readonly subjectActor: SubjectActor
  readonly changes: BatchResult
  /** events of the episodes that were open when it began */
  readonly open: ReadonlyArray<string>
  /**
   * Returns the editions in which a version may have evaluated the subject at a moment; empty: it did not
   * evaluate.
   */
  readonly judgesOf: (ruleId: string, at: number, version: number) => ReadonlyArray<RuleSet>
}
