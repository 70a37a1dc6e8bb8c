// Rules and features of a project, as they are and as they were.
import { Context, type Effect } from "effect"
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

export class RuleSetSource extends Context.Service<
  RuleSetSource,
  {
    /** The edition in force; null: no such project. */
    readonly load: (projectId: string) => Effect.Effect<RuleSetRows | null>
    /** A past edition: rules, features and names as they were in it. */
    readonly at: (projectId: string, version: number) => Effect.Effect<RuleSetRows>
  }
>()("engine/RuleBook") {}
