// What conditions are compiled with and to: a level, which holds or does not at any moment, or a crossing,
// which happens.
import type { FeatureType } from "../../tracking/featureTypes.ts"
import type { Facts, Truth } from "../Facts.ts"
import type { PositionFilter } from "../PositionFilter.ts"
import type { Trigger } from "../Trigger.ts"

/** NamedFeature is a feature as events name it. */
export interface NamedFeature {
  readonly id: string
  readonly name: string
  readonly revision: number
}

/**
 * Area is a feature as rules see it: its name for titles, and the rule set edition in which its geometry last
 * changed.
 */
export interface Area extends NamedFeature {
  readonly changedAt: number
  /** the newer edition that redrew it while a rule of an older one still evaluates; absent: there is none */
  readonly redrawnAt?: number
}

/** Feature is a feature that a condition may select. */
export interface Feature extends Area {
  readonly featureType: FeatureType
}

/** Setting is what a condition is compiled with. */
export interface Setting {
  readonly trigger: Trigger
  readonly features: ReadonlyArray<Feature>
}

/** Level is a condition that can be evaluated at any moment; it shows what it read as an `E`. */
export interface Level<E> {
  readonly truth: (facts: Facts) => Truth
  readonly evaluate: (facts: Facts) => E
  /** it has only `inside` and `outside` leaves, so that a hold on it may complete without a new sample */
  readonly spatialOnly: boolean
}

/** Crossing is a condition that happens; it shows the features it happened at as an `E`. */
export interface Crossing<E = unknown> {
  readonly relation: "enter" | "exit"
  readonly selected: ReadonlyMap<string, Area>
  readonly filter: PositionFilter
  readonly show: (areas: ReadonlyArray<NamedFeature>) => E
}
