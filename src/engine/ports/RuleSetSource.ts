// Rules and features of a project, as they are and as they were.
import { Context, Data, type Effect } from "effect"
import type { Geometry } from "../../domain/geo/Geometry.ts"
import type { FeatureType } from "../../domain/tracking/featureTypes.ts"

/** FeatureRow is a feature in an edition of the rule set. */
export interface FeatureRow {
  readonly id: string
  readonly name: string
  readonly featureType: FeatureType
  readonly geometry: Geometry
  readonly radiusM: number | null
  readonly revision: number
  readonly changedAt: number
}

/** RuleRow is an enabled rule in an edition of the rule set. */
export interface RuleRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly blankFrom: number
  /** when the version came into force, epoch ms */
  readonly activeFrom: number
  readonly document: unknown
  readonly failedSubject: string | null
}

/** RuleSetRows are a project's enabled rules and its features, of one moment. */
export interface RuleSetRows {
  readonly version: number
  readonly features: ReadonlyArray<FeatureRow>
  readonly rules: ReadonlyArray<RuleRow>
}

/**
 * RuleSetUnusable: a project's rules and features cannot be loaded until one of them changes. The project's
 * rules stop; nothing else does.
 */
export class RuleSetUnusable extends Data.TaggedError("RuleSetUnusable")<{
  readonly code: "RULE_SET_TOO_LARGE" | "RULE_SET_UNUSABLE"
  readonly message: string
}> {}

/** RuleSetSource loads rule sets. */
export class RuleSetSource extends Context.Service<
  RuleSetSource,
  {
    /** Loads the edition in force; null: no such project. */
    readonly load: (projectId: string) => Effect.Effect<RuleSetRows | null, RuleSetUnusable>
    /** Loads a past edition that was in use: rules, features and names as they were in it. */
    readonly at: (projectId: string, version: number) => Effect.Effect<RuleSetRows>
  }
>()("engine/RuleBook") {}
