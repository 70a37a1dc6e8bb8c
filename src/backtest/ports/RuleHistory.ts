// The rules of a project as they were: versions, when each was in force, and the features of then.
import { Context, Data, type Effect } from "effect"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { FeatureRow, RuleSetRows } from "../../engine/ports.ts"

/** Unknown: it is not in the project, or the caller may not see it. */
export class Unknown extends Data.TaggedError("Unknown") {}

/** StoredVersion is a version of a rule of a project. */
export interface StoredVersion {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly document: CanonicalDocument
  readonly runnable: boolean
}

/**
 * Activation: from an edition of the rule set on a version was in force, or none; `blankFrom`: the edition
 * since which the rule keeps its states.
 */
export interface Activation {
  readonly edition: number
  readonly version: number | null
  readonly blankFrom: number
  readonly at: number
}

/** StoredEvent is a stored event; `until`: when a snooze in force now ends. */
export interface StoredEvent {
  readonly id: string
  readonly kind: string
  readonly featureId: string | null
  readonly snoozed: boolean
  readonly until: number | null
}

/** RuleHistory reads rules as they were. */
export class RuleHistory extends Context.Service<
  RuleHistory,
  {
    /** Returns a version; null: the current one. Versions of an archived rule stay readable. */
    readonly version: (
      projectId: string,
      ruleId: string,
      version: number | null
    ) => Effect.Effect<StoredVersion, Unknown>
    /** Returns the activations, ascending by edition. */
    readonly activations: (ruleId: string) => Effect.Effect<ReadonlyArray<Activation>>
    /** Returns the current features, with the edition of the rule set. */
    readonly features: (
      projectId: string
    ) => Effect.Effect<{ readonly features: ReadonlyArray<FeatureRow>; readonly edition: number }>
    /** Returns a past edition. */
    readonly ruleSetAt: (projectId: string, edition: number) => Effect.Effect<RuleSetRows>
    /** Returns events of a version about a subject at a moment that are not superseded. */
    readonly eventsAt: (
      ruleId: string,
      version: number,
      subject: Subject,
      at: number
    ) => Effect.Effect<ReadonlyArray<StoredEvent>>
  }
>()("backtest/RuleHistory") {}
