// Collects what the evaluation of a batch decides. The evaluator takes thousands of decisions a second, so it
// adds each to one collection; everything around it returns values, which `batch` is merged with.
import { type Observation, type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import type { AppliedEdition, DroppedStates } from "./AppliedEdition.ts"
import {
  type Actor,
  type BatchResult,
  type EpisodeEnd,
  type Failure,
  type LateSubject,
  makeBatch,
  type PlacementChange,
  type Transition,
  type Work
} from "./BatchResult.ts"
import type { NewEvent } from "./NewEvent.ts"

/** Decisions collects what an evaluator decides. Mutable: it lives for one batch, in one fiber. */
export class Decisions {
  private decidedAt: number
  readonly events: Array<NewEvent> = []
  readonly transitions: Array<Transition> = []
  readonly states = new Map<Actor, Subject>()
  readonly moves: Array<PlacementChange> = []
  readonly ended: Array<EpisodeEnd> = []
  private readonly failed = new Map<string, Failure>()
  readonly cleared = new Set<string>()
  readonly late = new Map<string, LateSubject>()
  readonly work: Work

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

  /** Marks a subject's past as changed from a moment on: a record is not newer than what was evaluated. */
  lateFrom(subject: Subject, at: number): void {
    const key = subjectKey(subject),
      known = this.late.get(key)
    if (known === undefined) this.late.set(key, { subject, from: at })
    else if (at < known.from) this.late.set(key, { subject: known.subject, from: at })
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

  /** Adds what changed when a subject came under another edition. */
  adopt(subject: Subject, { dropped, lateFrom }: AppliedEdition): void {
    if (lateFrom !== null) this.lateFrom(subject, lateFrom)
    this.drop(dropped)
  }

  /** Adds what rules dropped when another edition took over. */
  drop({ ended, states, transitions }: DroppedStates): void {
    this.ended.push(...ended)
    for (const [actor, subject] of states) this.states.set(actor, subject)
    this.transitions.push(...transitions)
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

  /** Returns the batch of these decisions and of other parts. Its lists are those of the decisions, uncopied. */
  batch(
    parts: Pick<
      Partial<BatchResult>,
      "adoptions" | "cursors" | "lanes" | "periods" | "skippedRow" | "ticked"
    > = {}
  ): BatchResult {
    const { cleared, ended, events, failures, late, moves, now, states, transitions, work } = this
    return makeBatch(now, {
      cleared,
      ended,
      events,
      failures,
      late,
      moves,
      states,
      transitions,
      work,
      ...parts
    })
  }
}
