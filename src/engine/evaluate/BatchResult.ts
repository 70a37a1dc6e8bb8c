// What a batch decided, as data: the journal commits it, a replay reads it.
import type { Placement } from "../../domain/rule/Facts.ts"
import { type Observation, type Subject, subjectKey } from "../../domain/rule/Observation.ts"
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
 * PeriodStart records from when on a subject is judged with an edition of the rule set and with which scope:
 * records newer than `recordsAfter`, ticks after `ticksAfter`.
 */
export interface PeriodStart {
  readonly subject: Subject
  /** text of `scopeKeyOf` */
  readonly scopeKey: string
  readonly version: number
  /** the subject's watermark then; -Infinity: it had none */
  readonly recordsAfter: number
  readonly ticksAfter: number
  /** rule -> newest deadline judged by then, if not older than `recordsAfter`: the version begins after it */
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
 * PartialTick tells how far a partition with too many subjects is judged: ticks up to `to` for the subjects
 * before this one, by id, and for this one up to `at`.
 */
export interface PartialTick {
  readonly to: number
  readonly subjectId: string
  readonly at: number
}

/** Work counts what a batch has cost so far; it bounds a commit. */
export interface Work {
  events: number
  /** calls of `step` */
  evaluations: number
  /** estimated size of what is to be written */
  bytes: number
}

/** BatchResult collects what a batch decides. Mutable on purpose: it lives for one batch, in one fiber. */
export class BatchResult {
  private decidedAt: number
  readonly events: Array<NewEvent> = []
  readonly transitions: Array<Transition> = []
  readonly states = new Map<Actor, Subject>()
  readonly moves: Array<PlacementChange> = []
  readonly periods: Array<PeriodStart> = []
  /** ticks up to `to` are judged for all subjects of a project in a partition, with `half` for some beyond it */
  readonly ticked: Array<{
    readonly projectId: string
    readonly partition: number
    readonly to: number
    readonly half: PartialTick | null
  }> = []
  /** `after`: the rule was dropped after this effective time, up to which it had judged */
  readonly ended: Array<{
    readonly eventId: string
    readonly at: number
    readonly projectId: string
    readonly subject: Subject
    readonly after?: number
  }> = []
  /** replayed pasts: their transitions, placements and states are those of this batch */
  readonly rewrites: Array<Rewrite> = []
  readonly dismissed: Array<Dismissal> = []
  private readonly failed = new Map<string, Failure>()
  /** rules whose failing subject was now evaluated without error */
  readonly cleared = new Set<string>()
  readonly late = new Map<string, { readonly subject: Subject; from: number }>()
  readonly adoptions: Array<{
    readonly partition: number
    readonly projectId: string
    readonly version: number
    readonly from: number
  }> = []
  readonly cursors: Array<{ readonly partition: number; readonly from: number; readonly to: number }> = []
  /** lanes that open, advance or close */
  readonly lanes: Array<LaneMove> = []
  /** projects that are parked or released */
  readonly parkings: Array<ParkingMove & { readonly traceId: string }> = []
  readonly work: Work
  /** a skipped log row, left to the late lane */
  steppedOver: {
    readonly row: number
    readonly projectIds: ReadonlyArray<string>
    readonly detail: string
    readonly traceId: string
  } | null = null

  /** `work`: shared by the batches of a turn. */
  constructor(now: number, work: Work = { events: 0, evaluations: 0, bytes: 0 }) {
    this.decidedAt = now
    this.work = work
  }

  /** Returns when the batch is decided, epoch ms. */
  get now(): number {
    return this.decidedAt
  }

  /**
   * Includes a record: an event is not older than the records it was decided from, although the clock was
   * read before the log and receipts come from another clock. Imported records count as received at their own
   * times.
   */
  include({ at, receivedAt }: Observation): void {
    if (receivedAt > this.decidedAt && receivedAt !== at) this.decidedAt = receivedAt
  }

  /** Marks a subject's past as changed from a moment on: a record is not newer than what was judged. */
  lateFrom(subject: Subject, at: number): void {
    const key = subjectKey(subject),
      known = this.late.get(key)
    if (known === undefined) this.late.set(key, { subject, from: at })
    else if (at < known.from) known.from = at
  }

  /** Records that a rule failed for a subject, once a batch; the last failure comes last. */
  fail(failure: Omit<Failure, "traceId">, nextId: () => string): void {
    const key = `${failure.rule.id} ${failure.rule.version} ${subjectKey(failure.subject)}`,
      known = this.failed.get(key)
    this.failed.delete(key)
    this.failed.set(key, known ?? { ...failure, traceId: nextId() })
  }

  get failures(): ReadonlyArray<Failure> {
    return [...this.failed.values()]
  }

  /** Returns the rule of a project with the most events; null: there are none. */
  busiest(projectId: string): string | null {
    const counts = new Map<string, number>()
    for (const { rule } of this.events)
      if (rule.projectId === projectId) counts.set(rule.id, (counts.get(rule.id) ?? 0) + 1)
    let busiest: string | null = null
    for (const [id, n] of counts) if (busiest === null || n > counts.get(busiest)!) busiest = id
    return busiest
  }

  /** Whether nothing was decided, so that there are at most cursors to write. */
  get hasOnlyCursors(): boolean {
    return (
      this.events.length +
        this.transitions.length +
        this.states.size +
        this.moves.length +
        this.periods.length +
        this.ticked.length +
        this.ended.length +
        this.rewrites.length +
        this.dismissed.length +
        this.failed.size +
        this.cleared.size +
        this.late.size +
        this.adoptions.length +
        this.lanes.length +
        this.parkings.length ===
        0 && this.steppedOver === null
    )
  }

  /** Whether there is nothing to write at all. */
  get isEmpty(): boolean {
    return this.hasOnlyCursors && this.cursors.length === 0
  }
}
