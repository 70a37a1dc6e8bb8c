// What conditions are compiled with, and what they are compiled to: something that holds or does not at any
// moment, or something that happens.
import type { FeatureType } from "../../tracking/featureTypes.ts"
import type { Facts, Truth } from "../Facts.ts"
import type { PositionFilter } from "../PositionFilter.ts"
import type { Trigger } from "../Trigger.ts"

/** A feature as events name it. */
export interface NamedFeature {
  readonly id: string
  readonly name: string
  readonly revision: number
}

/**
 * A feature as rules see it: its name for titles, and the rule set edition in which its geometry last
 * changed.
 */
export interface Area extends NamedFeature {
  readonly changedAt: number
  /** edition that drew it anew while the rule, of an older one, still judges what had begun; absent: none did */
  readonly redrawnAt?: number
}

/** The features of a project that a condition may select from. */
export interface Feature extends Area {
  readonly featureType: FeatureType
}

/** What a condition is compiled with. */
export interface Setting {
  readonly trigger: Trigger
  readonly features: ReadonlyArray<Feature>
}

/** A condition that can be asked at any moment; it shows what it read as an `E`. */
export interface Level<E> {
  readonly holds: (facts: Facts) => Truth
  readonly evaluate: (facts: Facts) => E
  /** only `inside` and `outside` leaves: a hold on it may complete without a new sample */
  readonly spatialOnly: boolean
}

/** A condition that happens; it shows the features it happened at as an `E`. */
export interface Crossing<E = unknown> {
  readonly relation: "enter" | "exit"
  readonly selected: ReadonlyMap<string, Area>
  readonly filter: PositionFilter
  readonly show: (areas: ReadonlyArray<NamedFeature>) => E
}
