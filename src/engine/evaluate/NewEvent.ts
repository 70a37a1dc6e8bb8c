// An event as an evaluation makes it, with the evidence to evaluate it again.
import type { Evaluated } from "../../domain/rule/conditions/Evaluated.ts"
import type { Severity } from "../../domain/rule/Document.ts"
import type { Fix, Placement } from "../../domain/rule/Facts.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { Kind } from "../../domain/rule/Outcome.ts"

/** NewEvent is an event before it is stored. */
export interface NewEvent {
  readonly id: string
  /** its identity: rule, version, subject, kind of firing, feature, event time */
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
  /** when the record that made it was received; null: there is no such record, or it was imported */
  readonly receivedAt: number | null
  readonly trigger: { readonly kind: string; readonly record_id: number | null; readonly at: number }
  readonly metric: string | null
  readonly value: number | null
  readonly evaluated: Evaluated
  readonly stateBefore: RuleState
  /** placements of the subject through each filter of the rule, before the moment and at it */
  readonly placements: ReadonlyArray<{
    /** key of the position filter */
    readonly filterKey: string
    readonly before: Placement | null
    readonly now: Placement | null
  }>
  readonly ruleSetVersion: number
  /** of a reminder: the event that began its episode; absent: no reminder, or that event is unknown */
  readonly episodeId?: string
  /** the alert that it opens; a reminder only does if its episode has no alert in progress */
  readonly alertId: string | null
  readonly traceId: string
  /** decided after the fact: by a replay, or by a missed tick */
  readonly late: boolean
}
