// A template to begin a rule with.
import * as Schema from "effect/Schema"
import { audiences } from "../../domain/rule/gallery.ts"

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
  ).annotate({ description: "What whoever takes it may want to choose" })
}).annotate({ identifier: "RuleTemplate" })
