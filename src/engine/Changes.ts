// What a batch decided, as data: the journal commits it as it is, a replay reads it as a list.
import type { Evaluated } from "../domain/rule/conditions/Condition.ts"
import type { Severity } from "../domain/rule/Document.ts"
import type { Fix, Placement } from "../domain/rule/Facts.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import type { Rule } from "../domain/rule/Rule.ts"
import type { RuleState } from "../domain/rule/RuleState.ts"
import type { Kind } from "../domain/rule/step.ts"
import type { Who } from "../domain/rule/scope.ts"

export interface NewEvent {
  readonly id: string
  /** what makes it the same event: rule, version, subject, kind of firing, feature, event time */
  readonly key: string
  readonly subject: Subject
  readonly who: Who
  readonly rule: Rule
  readonly kind: Kind
  readonly at: number
  readonly createdAt: number
  readonly severity: Severity
  readonly title: string
  readonly feature: { readonly id: string; readonly name: string; readonly revision: number } | null
  readonly fix: Fix | undefined
  readonly sampleAt: number
  readonly trigger: { readonly kind: string; readonly record_id: number | null; readonly at: number }
  readonly metric: string | null
  readonly value: number | null
  readonly evaluated: Evaluated
  readonly stateBefore: RuleState
  readonly bookVersion: number
  readonly alertId: string | null
  readonly traceId: string
}

export interface Transition {
  readonly rule: Rule
  readonly subjectId: string
  readonly at: number
  readonly state: RuleState
  readonly eventId: string | null
}

/** One rule and one subject, asleep or awake: a state, and the event of the open episode. Moved by judge.ts alone. */
export interface Actor {
  rule: Rule
  state: RuleState
  episode: string | null
  /** the earliest timer it has; null: none that it knows of */
  armed: number | null
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

/** The batch in the making. Mutable on purpose: it lives for one batch, in one fiber. */
export class Changes {
  readonly now: number
  readonly events: Array<NewEvent> = []
  readonly transitions: Array<Transition> = []
  readonly states = new Map<Actor, Subject>()
  readonly placements = new Map<Subject, Placement>()
  readonly ended: Array<{ readonly eventId: string; readonly at: number; readonly projectId: string; readonly subject: Subject }> = []
  readonly failures: Array<Failure> = []
  /** rules whose failing subject was evaluated without error */
  readonly cleared = new Set<string>()
  readonly late = new Map<string, { readonly subject: Subject; from: number }>()
  readonly adoptions: Array<{ readonly partition: number; readonly projectId: string; readonly version: number; readonly from: number }> = []
  readonly cursors: Array<{ readonly partition: number; readonly from: number; readonly to: number }> = []
  /** a log row whose judgement cannot be committed, left to the late lane */
  steppedOver: { readonly row: number; readonly projectIds: ReadonlyArray<string>; readonly detail: string; readonly traceId: string } | null = null

  constructor(now: number) {
    this.now = now
  }

  /** A record that is not newer than what was judged: the past changed. */
  lateFrom(subject: Subject, at: number): void {
    const known = this.late.get(subject.id)
    if (known === undefined) this.late.set(subject.id, { subject, from: at })
    else if (at < known.from) known.from = at
  }

  /** Nothing to say but where the cursors are. */
  get isEmpty(): boolean {
    return this.events.length + this.transitions.length + this.states.size + this.placements.size + this.ended.length + this.failures.length +
      this.cleared.size + this.late.size + this.adoptions.length + this.cursors.length === 0
  }
}
