// Who was in an area, when and for how long: the visits of each animal in a period.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"

/** MAX_PRESENCE_DAYS is the longest period. */
export const MAX_PRESENCE_DAYS = 92
/** DEFAULT_PRESENCE_DAYS is the period where the request does not say. */
export const DEFAULT_PRESENCE_DAYS = 30
/** MAX_PRESENCE_FIXES is how many fixes one answer may be made of. */
export const MAX_PRESENCE_FIXES = 2_000_000
/** MAX_VISITORS is how many animals an answer names at most. */
export const MAX_VISITORS = 200
/** MAX_VISITS is how many visits an answer lists at most, of all animals together. */
export const MAX_VISITS = 5000

const count = Schema.Int

/** FeaturePresence are the visits to an area in a period. */
export const FeaturePresence = Schema.Struct({
  from: Instant,
  to: Instant,
  break_seconds: Schema.Finite.annotate({
    description: "A longer time without a fix ends a visit: the project's `gap_hours` (4)"
  }),
  fixes: count.annotate({ description: "Valid fixes of the period that were looked at" }),
  tracked: count.annotate({ description: "Animals that the caller sees with a fix in the period" }),
  subjects: Schema.Array(
    Schema.Struct({
      id: Uuid,
      name: Schema.String,
      type: Schema.String.annotate({ description: "Key of its type" }),
      visit_count: count,
      inside_seconds: Schema.Finite.annotate({
        description: "All its visits together, each from its first fix inside to its last"
      }),
      share: Schema.NullOr(Schema.Finite).annotate({
        description:
          "Its visits by the time in which its place is known, without breaks; null: no two fixes tell"
      }),
      is_inside: Schema.Boolean.annotate({ description: "Its newest fix of the period is inside" }),
      since: Schema.NullOr(Instant).annotate({
        description: "While it is inside, the first fix of this visit, in the period; null: it is not"
      }),
      left_at: Schema.NullOr(Instant).annotate({
        description: "While it is outside, its last fix inside; null: it is inside"
      }),
      visits: Schema.Array(Schema.Struct({ from: Instant, to: Instant })).annotate({
        description: "Oldest first; where not all fit, its newest"
      })
    })
  ).annotate({
    description:
      `Animals with a visit, longest inside first: at most ${MAX_VISITORS}, with ${MAX_VISITS} visits of all ` +
      "of them together"
  }),
  is_cut: Schema.Boolean.annotate({ description: "There are more animals or visits than are listed" })
}).annotate({ identifier: "FeaturePresence" })
/** The decoded form of a `FeaturePresence`. */
export type FeaturePresence = typeof FeaturePresence.Type
