// The schema of a spatial condition, and its finding.
import * as Schema from "effect/Schema"
import type { Message } from "../../../words/message.ts"
import { featureTypes } from "../../tracking/featureTypes.ts"
import { idList, kindTag, wholeNumber } from "../documentFields.ts"
import type { Truth } from "../Facts.ts"
import type { NamedFeature } from "./Condition.ts"

/** relations are the relations of a subject to a feature: inside, outside, or crossing its border. */
export const relations = ["enter", "exit", "inside", "outside"] as const
/** Relation is the relation of a subject to a feature. */
export type Relation = (typeof relations)[number]

/** Spatial is a condition about a place or a border. */
export const Spatial = Schema.Struct({
  type: kindTag("spatial"),
  relation: Schema.Literals(relations).annotate({
    title: "Relation",
    description:
      "enter and exit happen when a border is crossed; inside and outside hold as long as they are " +
      "true, outside of all features",
    examples: ["exit"]
  }),
  feature_ids: Schema.optionalKey(idList("Features", "Only these features")),
  feature_type: Schema.optionalKey(
    Schema.Literals(featureTypes).annotate({
      title: "Type of feature",
      description: "Only features of this type; without it and without feature_ids all geofences and zones",
      examples: ["geofence"]
    })
  ),
  max_accuracy_m: Schema.optionalKey(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(100_000)).annotate({
      title: "Worst accuracy (m)",
      description: "Fixes known to be worse are ignored; without it none is",
      examples: [50]
    })
  ),
  exit_buffer_m: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })).annotate({
      title: "Exit buffer (m)",
      description: "Who was inside is outside only beyond this distance from the feature",
      default: 0,
      examples: [25]
    })
  ),
  confirm_samples: Schema.optionalKey(
    wholeNumber(1, 100).annotate({
      title: "Fixes to confirm",
      description: "So many consecutive fixes must agree before the side changes",
      default: 1,
      examples: [3]
    })
  )
}).annotate({
  identifier: "Spatial",
  title: "Place",
  description: "Where the subject is, or which border it crosses"
})

export type Spatial = typeof Spatial.Type

/** SpatialFinding is that condition, evaluated. */
export interface SpatialFinding {
  readonly type: "spatial"
  readonly truth: Truth
  readonly relation: Relation
  readonly features: ReadonlyArray<NamedFeature>
  readonly missing?: Message
}
