// What a batch decided, as data: the journal commits it, a replay reads it.
import type { Placement } from "../../domain/rule/Facts.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { LaneMove } from "./Lane.ts"
import type { ParkingMove } from "./Parking.ts"
import type { Dismissal, Rewrite } from "./Rewrite.ts"
import type { NewEvent } from "./NewEvent.ts"

/** Transition is a change of the state of a rule and a subject. */
export interface Transition {
  readonly rule: Pick<Rule, "id" | "projectId" | "version" | "blankFrom">
  readonly subjectId: string
  readonly at: number
  readonly state: RuleState
  readonly eventId: string | null
  /** the event of the episode that is open after it */
  readonly episode: string | null
}

/** PlacementChange places a subject; a replay starts from the last one before its span. */
export interface PlacementChange {
  readonly subject: Subject
  /** key of the filter */
  readonly filterKey: string
  readonly at: number
  readonly placement: Placement
}

/**
 * PeriodStart records from when on a subject is evaluated with an edition of the rule set and with which
 * scope: records newer than `recordsAfter`, ticks after `ticksAfter`.
 */
export interface PeriodStart {
  readonly subject: Subject
  /** text of `scopeKeyOf` */
  readonly scopeKey: string
  readonly version: number
  /** the subject's watermark then; -Infinity: it had none */
  readonly recordsAfter: number
  readonly ticksAfter: number
  /** rule -> newest deadline evaluated by then, if not older than `recordsAfter`: the version begins after it */
  readonly judged: ReadonlyMap<string, number>
}

/**
 * Actor is one rule and one subject: a state, and the event of the open episode. Only advance.ts and
 * handOverActors.ts change it, and the replay.
 */
export interface Actor {
  rule: Rule
  state: RuleState
  episode: string | null
}

/** Failure is the failed evaluation of a rule for a subject. */
export interface Failure {
  readonly rule: Rule
  readonly subject: Subject
  readonly who: Who
  readonly at: number
  readonly code: string
  readonly detail: string
  readonly traceId: string
}

/**
 * PartialTick tells how far a partition with too many subjects is evaluated: ticks up to `to` for the
 * subjects before this one, by id, and for this one up to `at`.
 */
export interface PartialTick {
  readonly to: number
  readonly subjectId: string
  readonly at: number
}

/** EpisodeEnd is the end of an episode; `after`: its rule was dropped after this effective time. */
export interface EpisodeEnd {
  readonly eventId: string
  readonly at: number
  readonly projectId: string
  readonly subject: Subject
  readonly after?: number
}

/** LateSubject is a subject whose past changed from a moment on. */
export interface LateSubject {
  readonly subject: Subject
  readonly from: number
}

/** Adoption tells which edition of a rule set evaluates a partition from a log position on. */
export interface Adoption {
  readonly partition: number
  readonly projectId: string
  readonly version: number
  readonly from: number
}

/** CursorMove is a move of a partition's cursor; `from` equals `to` where it only proves the ownership. */
export interface CursorMove {
  readonly partition: number
  readonly from: number
  readonly to: number
}

/** EvaluatedTicks tells that ticks up to `to` are evaluated for all subjects of a project in a partition. */
export interface EvaluatedTicks {
  readonly projectId: string
  readonly partition: number
  readonly to: number
  /** some subjects are evaluated beyond it */
  readonly half: PartialTick | null
}

/** SkippedRow is a log row that could not be committed: the late lane replays its records. */
interface SkippedRow {
  readonly row: number
  readonly projectIds: ReadonlyArray<string>
  readonly detail: string
  readonly traceId: string
}

/** Work counts what a batch has cost so far; it bounds a commit. */
export interface Work {
  events: number
  /** calls of `step` */
  evaluations: number
  /** estimated size of what is to be written */
  bytes: number
}

/** BatchResult is what a batch decided, merged from what its parts returned. */
export interface BatchResult {
  /** when the batch is decided, epoch ms */
  readonly now: number
  readonly events: ReadonlyArray<NewEvent>
  readonly transitions: ReadonlyArray<Transition>
  /** actors whose state changed */
  readonly states: ReadonlyMap<Actor, Subject>
  readonly moves: ReadonlyArray<PlacementChange>
  readonly periods: ReadonlyArray<PeriodStart>
  readonly ticked: ReadonlyArray<EvaluatedTicks>
  readonly ended: ReadonlyArray<EpisodeEnd>
  /** replayed pasts: their transitions, placements and states are those of this batch */
  readonly rewrites: ReadonlyArray<Rewrite>
  readonly dismissed: ReadonlyArray<Dismissal>
  readonly failures: ReadonlyArray<Failure>
  /** rules whose failing subject was now evaluated without error */
  readonly cleared: ReadonlySet<string>
  /** by key of the subject */
  readonly late: ReadonlyMap<string, LateSubject>
  readonly adoptions: ReadonlyArray<Adoption>
  readonly cursors: ReadonlyArray<CursorMove>
  /** lanes that open, advance or close */
  readonly lanes: ReadonlyArray<LaneMove>
  /** projects that are parked or released */
  readonly parkings: ReadonlyArray<ParkingMove & { readonly traceId: string }>
  readonly skippedRow: SkippedRow | null
  /** what its evaluation has cost */
  readonly work: Readonly<Work>
}

/** Makes a batch of some parts; the parts that are left out are empty. */
export const makeBatch = (now: number, parts: Partial<BatchResult> = {}): BatchResult => ({
  now,
  events: [],
  transitions: [],
  states: new Map(),
  moves: [],
  periods: [],
  ticked: [],
  ended: [],
  rewrites: [],
  dismissed: [],
  failures: [],
  cleared: new Set(),
  late: new Map(),
  adoptions: [],
  cursors: [],
  lanes: [],
  parkings: [],
  skippedRow: null,
  work: { events: 0, evaluations: 0, bytes: 0 },
  ...parts
})

const sizeOf = (part: Exclude<BatchResult[keyof BatchResult], number | Readonly<Work>>): number => {
  if (part === null) return 0
  if ("size" in part) return part.size
  return "length" in part ? part.length : 1
}

/** Whether nothing was decided, so that there are at most cursors to write. */
export const hasOnlyCursors = ({
  cursors: _cursors,
  now: _now,
  work: _work,
  ...decided
}: BatchResult): boolean => Object.values(decided).every((part) => sizeOf(part) === 0)

/** Whether there is nothing to write at all. */
export const isEmptyBatch = (batch: BatchResult): boolean =>
  hasOnlyCursors(batch) && batch.cursors.length === 0
