// What one feature is: its size, the rules that watch it, the features that it shares ground with, and who changed it.
import * as Schema from "effect/Schema"
import { Doer } from "../access/Person.ts"
import { Message, SENTENCE_MESSAGE_DESCRIPTION, SentencePart } from "../messageSchemas.ts"
import { Instant, Uuid } from "../schemas.ts"
import { featureTypes } from "./featureTypes.ts"

/** MAX_OVERLAPS bounds the features that a summary compares its own with. */
export const MAX_OVERLAPS = 50
/** MAX_CHANGES bounds the changes that a summary lists. */
export const MAX_CHANGES = 50

const metres = Schema.NullOr(Schema.Finite)

/** WatchingRule is a rule that watches a feature. */
const WatchingRule = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  enabled: Schema.Boolean,
  watches: Schema.Literals(["named", "any"]).annotate({
    description: "named: the rule names the feature; any: it watches every feature of a kind"
  }),
  sentence: Schema.Array(SentencePart).annotate({ description: "The document in force as one sentence" }),
  sentence_message: Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION })
})

/** OtherRule is a rule that names features, but not this one. */
const OtherRule = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  enabled: Schema.Boolean,
  features: Schema.Int.annotate({ description: "How many features it names" })
})

/** FeatureSummary is what one feature is, to read beside its shape. */
export const FeatureSummary = Schema.Struct({
  area_m2: metres.annotate({ description: "Square metres of a polygon on the ground; null: it has none" }),
  length_m: metres.annotate({
    description: "Metres of the border of a polygon, with its holes, or of a line; null: a point has none"
  }),
  corners: Schema.Int.annotate({
    description: "Positions of the shape; the one that closes a ring counts once"
  }),
  rules: Schema.Array(WatchingRule).annotate({
    description: "The rules that watch it: those that name it, or every feature of a kind; newest first"
  }),
  other_rules: Schema.Array(OtherRule).annotate({
    description: "The rules that name other features, and do not watch this one; newest first"
  }),
  overlaps: Schema.Array(
    Schema.Struct({
      id: Uuid,
      name: Schema.String,
      type: Schema.Literals(featureTypes),
      area_m2: metres,
      relation: Schema.Literals(["inside", "contains", "overlaps"]).annotate({
        description: "How this feature lies to the other: inside it, containing it, or with ground in common"
      })
    })
  ).annotate({
    description:
      `Features with ground in common, at most ${MAX_OVERLAPS}, those nearest in size. A shared border ` +
      "alone is none"
  }),
  history: Schema.Array(
    Schema.Struct({
      edition: Schema.Int.annotate({ description: "The `revision` that it had from then on" }),
      changed_at: Instant,
      changed_by: Schema.NullOr(Doer).annotate({ description: "null: nobody remembers" }),
      what: Schema.Literals(["created", "shape", "properties"]).annotate({
        description: "shape: its geometry or radius was changed; properties: anything else"
      })
    })
  ).annotate({ description: `Its newest ${MAX_CHANGES} changes, newest first` })
}).annotate({ identifier: "FeatureSummary" })
/** The decoded form of a `FeatureSummary`. */
export type FeatureSummary = typeof FeatureSummary.Type
