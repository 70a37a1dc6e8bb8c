// What a batch decided, as data: the journal commits it as it is, a replay reads it as a list.
import type { Placement } from "../../domain/rule/Facts.ts"
import { type Observation, type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { LaneMove } from "../live/Lanes.ts"
import type { ParkingMove } from "../live/ParkedProjects.ts"
import type { Dismissal, Rewrite } from "./Rewrite.ts"
import type { NewEvent } from "./NewEvent.ts"

export interface Transition {
  readonly rule: Pick<Rule, "id" | "projectId" | "version" | "blankFrom">
  readonly subjectId: string
  readonly at: number
  readonly state: RuleState
  readonly eventId: string | null
  /** the event of the open episode after it */
  readonly episode: string | null
}

/** A subject is placed anew: where a replay begins. */
export interface Move {
  readonly subject: Subject
  /** key of the filter */
  readonly filterKey: string
  readonly at: number
  readonly placement: Placement
}

/**
 * From here on a subject is judged with an edition of the rule set and as what it is to scopes: records newer
 * than `recordsAfter`, ticks after `ticksAfter`.
 */
export interface RuleSetPeriod {
  readonly subject: Subject
  /** as `scopeKeyOf` says it */
  readonly scopeKey: string
  readonly version: number
  /** the subject's watermark then; -Infinity: it had none */
  readonly recordsAfter: number
  readonly ticksAfter: number
  /**
   * rule -> newest deadline judged by then, where that is not older than `recordsAfter`: the rule's version
   * begins after it
   */
  readonly judged: ReadonlyMap<string, number>
}

/**
 * One rule and one subject, asleep or awake: a state, and the event of the open episode. Moved by judge.ts
 * alone.
 */
export interface Actor {
  rule: Rule
  state: RuleState
  episode: string | null
}

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
 * Ticks of a project in a partition up to `to` are judged for the subjects before this one, by id, and for it
 * up to `at`.
 */
export interface HalfTicked {
  readonly to: number
  readonly subjectId: string
  readonly at: number
}

/** What deciding has cost so far: it bounds a commit. */
export interface Work {
  events: number
  /** steps of actors */
  evaluations: number
  /** of what is to be written, roughly */
  bytes: number
}

/** The batch in the making. Mutable on purpose: it lives for one batch, in one fiber. */
export class BatchResult {
  private decidedAt: number
  readonly events: Array<NewEvent> = []
  readonly transitions: Array<Transition> = []
  readonly states = new Map<Actor, Subject>()
  readonly moves: Array<Move> = []
  readonly periods: Array<RuleSetPeriod> = []
  /** ticks up to `to` are judged for all subjects of the project in the partition; `half`: and some beyond it */
  readonly ticked: Array<{
    readonly projectId: string
    readonly partition: number
    readonly to: number
    readonly half: HalfTicked | null
  }> = []
  /** `after`: its rule was dropped; what it had judged is not newer than this effective time */
  readonly ended: Array<{
    readonly eventId: string
    readonly at: number
    readonly projectId: string
    readonly subject: Subject
    readonly after?: number
  }> = []
  /** pasts that were judged again: their transitions, moves and states from then on are those of this batch */
  readonly rewrites: Array<Rewrite> = []
  readonly dismissed: Array<Dismissal> = []
  private readonly failed = new Map<string, Failure>()
  /** rules whose failing subject was evaluated without error */
  readonly cleared = new Set<string>()
  readonly late = new Map<string, { readonly subject: Subject; from: number }>()
  readonly adoptions: Array<{
    readonly partition: number
    readonly projectId: string
    readonly version: number
    readonly from: number
  }> = []
  readonly cursors: Array<{ readonly partition: number; readonly from: number; readonly to: number }> = []
  /** projects that leave the common cursor, go on in their lanes, or come back */
  readonly lanes: Array<LaneMove> = []
  /** projects whose rule set cannot be loaded, or can be again */
  readonly parkings: Array<ParkingMove & { readonly traceId: string }> = []
  readonly work: Work
  /** a log row whose judgement cannot be committed, left to the late lane */
  steppedOver: {
    readonly row: number
    readonly projectIds: ReadonlyArray<string>
    readonly detail: string
    readonly traceId: string
  } | null = null

  /** `work`: what deciding cost before, where several share a turn. */
  constructor(now: number, work: Work = { events: 0, evaluations: 0, bytes: 0 }) {
    this.decidedAt = now
    this.work = work
  }

  /** When it is decided, epoch ms. */
  get now(): number {
    return this.decidedAt
  }

  /**
   * A record is part of it. The clock was read before the log was, and the record's receipt by another one:
   * an event is not older than what it was decided from. An import has its records received at their own
   * times.
   */
  include({ at, receivedAt }: Observation): void {
    if (receivedAt > this.decidedAt && receivedAt !== at) this.decidedAt = receivedAt
  }

  /** A record that is not newer than what was judged: the past changed. */
  lateFrom(subject: Subject, at: number): void {
    const key = subjectKey(subject),
      known = this.late.get(key)
    if (known === undefined) this.late.set(key, { subject, from: at })
    else if (at < known.from) known.from = at
  }

  /** A rule could not be evaluated for a subject: noted once a batch, the last one last. */
  fail(failure: Omit<Failure, "traceId">, nextId: () => string): void {
    const key = `${failure.rule.id} ${failure.rule.version} ${subjectKey(failure.subject)}`,
      known = this.failed.get(key)
    this.failed.delete(key)
    this.failed.set(key, known ?? { ...failure, traceId: nextId() })
  }

  get failures(): ReadonlyArray<Failure> {
    return [...this.failed.values()]
  }

  /** The rule of a project that makes most of the events; null: there are none. */
  busiest(projectId: string): string | null {
    const counts = new Map<string, number>()
    for (const { rule } of this.events)
      if (rule.projectId === projectId) counts.set(rule.id, (counts.get(rule.id) ?? 0) + 1)
    let busiest: string | null = null
    for (const [id, n] of counts) if (busiest === null || n > counts.get(busiest)!) busiest = id
    return busiest
  }

  /** Nothing was decided: there is nothing to say but where the cursors are. */
  get isUneventful(): boolean {
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

  /** Nothing to say, not even where the cursors are. */
  get isEmpty(): boolean {
    return this.isUneventful && this.cursors.length === 0
  }
}
