// What the rules of a project were: their versions, when which was in force, and the features of then.
import { Context, Data, type Effect } from "effect"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { FeatureRow, RuleSetRows } from "../../engine/ports.ts"

/** There is none in the project, or none that the caller sees. */
export class Unknown extends Data.TaggedError("Unknown") {}

/** A version of a rule of a project. */
export interface StoredVersion {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly document: CanonicalDocument
  readonly runnable: boolean
}

/**
 * From an edition of the rule set on a version was in force, or none; `blankFrom`: the edition since which
 * the rule remembers.
 */
export interface Activation {
  readonly edition: number
  readonly version: number | null
  readonly blankFrom: number
  readonly at: number
}

/** An event as it was told; `until`: when a snooze in force now ends. */
export interface StoredEvent {
  readonly id: string
  readonly kind: string
  readonly featureId: string | null
  readonly snoozed: boolean
  readonly until: number | null
}

export class RuleHistory extends Context.Service<
  RuleHistory,
  {
    /** null: the current version. Versions of an archived rule stay readable. */
    readonly version: (
      projectId: string,
      ruleId: string,
      version: number | null
    ) => Effect.Effect<StoredVersion, Unknown>
    /** ascending by edition */
    readonly activations: (ruleId: string) => Effect.Effect<ReadonlyArray<Activation>>
    /** The features as they are now, with the edition of the rule set. */
    readonly features: (
      projectId: string
    ) => Effect.Effect<{ readonly features: ReadonlyArray<FeatureRow>; readonly edition: number }>
    /** An edition of the past. */
    readonly ruleSetAt: (projectId: string, edition: number) => Effect.Effect<RuleSetRows>
    /** Events of a version about a subject at a moment that still stand. */
    readonly eventsAt: (
      ruleId: string,
      version: number,
      subject: Subject,
      at: number
    ) => Effect.Effect<ReadonlyArray<StoredEvent>>
  }
>()("backtest/RuleHistory") {}
