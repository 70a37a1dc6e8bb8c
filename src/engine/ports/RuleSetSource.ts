// Rules and features of a project, as they are and as they were.
import { Context, Data, type Effect } from "effect"
import type { Geometry } from "../../domain/geo/Geometry.ts"
import type { FeatureType } from "../../domain/tracking/featureTypes.ts"

export interface FeatureRow {
  readonly id: string
  readonly name: string
  readonly featureType: FeatureType
  readonly geometry: Geometry
  readonly radiusM: number | null
  readonly revision: number
  readonly changedAt: number
}

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

/** A project's enabled rules and its features, of one moment. */
export interface RuleSetRows {
  readonly version: number
  readonly features: ReadonlyArray<FeatureRow>
  readonly rules: ReadonlyArray<RuleRow>
}

/**
 * A project's rules and features cannot be loaded, and will not be until one of them is changed: the
 * project's rules stand still, and nothing else does.
 */
export class RuleSetUnusable extends Data.TaggedError("RuleSetUnusable")<{
  readonly code: "RULE_SET_TOO_LARGE" | "RULE_SET_UNUSABLE"
  readonly message: string
}> {}

export class RuleSetSource extends Context.Service<
  RuleSetSource,
  {
    /** The edition in force; null: no such project. */
    readonly load: (projectId: string) => Effect.Effect<RuleSetRows | null, RuleSetUnusable>
    /** A past edition that was loaded once: rules, features and names as they were in it. */
    readonly at: (projectId: string, version: number) => Effect.Effect<RuleSetRows>
  }
>()("engine/RuleBook") {}
