// What every condition can do: say yes, no or unknown, and show what it read.
import type { Aggregate, Comparison, Relation } from "../ConditionNode.ts"
import type { Facts, Truth } from "../Facts.ts"

/**
 * A feature as rules see it: its name for titles, and the rule set edition in which its geometry last
 * changed.
 */
export interface Area {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly changedAt: number
  /** edition that drew it anew while the rule, of an older one, still judges what had begun; absent: none did */
  readonly redrawnAt?: number
}

/** What one evaluation read, as a tree: stored with a firing, shown by the rule test. */
export type Evaluated =
  | { readonly type: "all" | "any"; readonly truth: Truth; readonly parts: ReadonlyArray<Evaluated> }
  | { readonly type: "not"; readonly truth: Truth; readonly part: Evaluated }
  | {
      readonly type: "threshold"
      readonly truth: Truth
      readonly metric: string
      readonly op: Comparison
      readonly limit: number
      readonly value: number | null
      readonly sample_at: number | null
      readonly record_id: number | null
      readonly missing?: string
    }
  | {
      readonly type: "window"
      readonly truth: Truth
      readonly metric: string
      readonly aggregate: Aggregate
      readonly seconds: number
      readonly op: Comparison
      readonly limit: number
      readonly value: number | null
      readonly count: number
      /** the window (from, to], epoch ms */
      readonly from: number
      readonly to: number
      /** its oldest and newest record */
      readonly first_id: number | null
      readonly last_id: number | null
      readonly missing?: string
    }
  | {
      readonly type: "no_data"
      readonly truth: Truth
      readonly for_seconds: number
      readonly last_seen_at: number | null
      readonly missing?: string
    }
  | {
      readonly type: "spatial"
      readonly truth: Truth
      readonly relation: Relation
      readonly features: ReadonlyArray<{
        readonly id: string
        readonly name: string
        readonly revision: number
      }>
      readonly missing?: string
    }

/** The conditions at the ends of the tree. */
export type Leaf = Extract<Evaluated, { readonly type: "threshold" | "spatial" | "window" | "no_data" }>

/** The leaves of an evaluation in document order. */
export const leavesOf = (e: Evaluated): ReadonlyArray<Leaf> => {
  switch (e.type) {
    case "all":
    case "any":
      return e.parts.flatMap(leavesOf)
    case "not":
      return leavesOf(e.part)
    case "threshold":
    case "spatial":
    case "window":
    case "no_data":
      return [e]
  }
}

/** A condition that can be asked at any moment. Crossings are not among them: they happen, they do not hold. */
export interface Level {
  readonly holds: (facts: Facts) => Truth
  readonly evaluate: (facts: Facts) => Evaluated
  /** only `inside` and `outside` leaves: a hold on it may complete without a new sample */
  readonly spatialOnly: boolean
}
