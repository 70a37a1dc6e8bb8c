// What of the fixes of chosen subjects is counted week by week, before a period is chosen.
import * as Schema from "effect/Schema"
import { Instant } from "../schemas.ts"

/** Weeks that are told: a year and the parts of weeks at both its ends. */
export const MAX_COUNTED_WEEKS = 54
/** Fixes of one subject that are counted in a week: one in two and a half minutes. */
export const MAX_WEEK_FIXES = 4000
/** Once the subjects counted have so many fixes, no further one is counted. */
export const MAX_COUNTED_FIXES = 1_000_000

/** Fixes of chosen subjects by week. */
export const FixesByWeek = Schema.Struct({
  weeks: Schema.Array(
    Schema.Struct({
      from: Instant.annotate({ description: "Monday 0:00 by the clock of the project" }),
      fixes: Schema.Int
    })
  ).annotate({ description: `The ${MAX_COUNTED_WEEKS} weeks up to that of \`to\`, oldest first` }),
  subject_count: Schema.Int.annotate({ description: "Subjects that are chosen and that you see" }),
  counted: Schema.Int.annotate({
    description: `Subjects that were counted: the first by name, until they have ${MAX_COUNTED_FIXES} fixes`
  }),
  is_cut: Schema.Boolean.annotate({
    description: `A subject has more than ${MAX_WEEK_FIXES} fixes in a week; those above are not counted`
  })
}).annotate({ identifier: "FixesByWeek" })
export type FixesByWeek = typeof FixesByWeek.Type
