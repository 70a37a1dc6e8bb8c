// The rule document as JSON Schema 2020-12, for editors and validators outside (specification 4.1). Generated from the schema
// that the service itself reads documents with, so the two cannot disagree.
import * as Schema from "effect/Schema"
import { RuleDocument } from "./Document.ts"

const { definitions, schema } = Schema.toJsonSchemaDocument(RuleDocument, { onExcessProperty: "error" })

/** A condition is of exactly one type: its branches exclude each other, which the generator cannot know. */
const exclusive = ({ anyOf, ...rest }: Record<string, unknown>) => ({ ...rest, oneOf: anyOf })

/** The whole schema: `$ref` to `RuleDocument`, its parts in `$defs`, one `oneOf` branch per kind of condition. */
export const ruleSchema: Readonly<Record<string, unknown>> = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Rule document",
  ...schema,
  $defs: { ...definitions, Condition: exclusive(definitions["Condition"] ?? {}) }
}
