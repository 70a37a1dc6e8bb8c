// The result of a tolerance test: whether the events of a rule stay the same when its past arrives late, twice, out
// of order or with noise.
import * as Schema from "effect/Schema"
import { Instant } from "../../domain/schemas.ts"
import { Warning } from "../../domain/rule/SavedRule.ts"
import { TestSubject } from "./ruleTestResult.ts"

/** StressKind is a way to disturb a past. */
export const StressKind = Schema.Literals([
  "late",
  "doubled",
  "reordered",
  "jitter_time",
  "jitter_place"
]).annotate({
  description:
    "late: a fifth of the records arrive `size` seconds after their time; doubled: a fifth come again; " +
    "reordered: batches of `size` records come in any order; jitter_time: clocks are up to `size` seconds " +
    "wrong; jitter_place: fixes are `size` metres beside the place (root mean square)"
})

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Variant = Schema.Struct({
  kind: StressKind,
  size: Schema.Int,
  same: Schema.Boolean.annotate({ description: "No event more, none less, none at another time" }),
  events: count,
  added: count,
  removed: count,
  moved: count.annotate({
    description:
      "Events up to an hour earlier or later; with jitter_time those further off than the clocks were"
  }),
  first_difference: Schema.NullOr(
    Schema.Struct({
      change: Schema.Literals(["added", "removed", "moved"]),
      time: Instant,
      subject: TestSubject,
      title: Schema.String
    })
  )
})

/** StressResult is the answer of a tolerance test. */
export const StressResult = Schema.Struct({
  events: count.annotate({ description: "What the rule makes of the past as it was" }),
  rows_read: count,
  truncated: Schema.Boolean,
  truncated_by: Schema.NullOr(Schema.Literals(["rows", "events", "steps"])).annotate({
    description: "As in a rule test: 50,000 rows, the first 500 events, 5,000 schedule steps"
  }),
  covered_to: Instant,
  seed: Schema.Int.annotate({ description: "The same seed disturbs in the same way" }),
  tolerant: Schema.Boolean.annotate({ description: "No disturbance made an event come or go" }),
  verdicts: Schema.Array(
    Schema.Struct({
      kind: StressKind,
      changes_at: Schema.NullOr(Schema.Int).annotate({
        description: "The smallest size at which events came or went; null: none that was tried"
      }),
      says: Schema.String.annotate({ description: "A sentence for people" })
    })
  ),
  variants: Schema.Array(Variant),
  warnings: Schema.Array(Warning)
}).annotate({ identifier: "StressResult" })
