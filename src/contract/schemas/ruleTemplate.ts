// A template that a new rule starts from.
import * as Schema from "effect/Schema"
import { Instant } from "../../domain/schemas.ts"
import { audiences } from "../../domain/rule/gallery.ts"

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Tried = Schema.Struct({
  events: count.annotate({ description: "Events that it would have made, reminders among them" }),
  alerts: count,
  truncated: Schema.Boolean.annotate({
    description:
      "There would be more: not all was read (50,000 rows for all templates together, 500 subjects at most)"
  }),
  at: Instant.annotate({ description: "When this was found out; the days end then" })
})

/** RuleTemplate is a document of a rule with placeholders, and what it would have found on the last days. */
export const RuleTemplate = Schema.Struct({
  key: Schema.String,
  name: Schema.String,
  document: Schema.Record(Schema.String, Schema.Json),
  description: Schema.String,
  audiences: Schema.Array(Schema.Literals(audiences)).annotate({ description: "Whom it is useful to" }),
  placeholders: Schema.Array(
    Schema.Struct({
      path: Schema.String.annotate({ description: "JSON Pointer into the document" }),
      label: Schema.String,
      unit: Schema.NullOr(Schema.String)
    })
  ).annotate({ description: "What whoever takes it may want to choose" }),
  tried: Schema.optionalKey(
    Tried.annotate({
      description: "Only with `tried`: the template as it is on the last days of those whom the caller sees"
    })
  )
}).annotate({ identifier: "RuleTemplate" })
