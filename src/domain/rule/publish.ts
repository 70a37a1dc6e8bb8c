// The rule document as JSON Schema 2020-12, for editors and validators outside (specification 4.1). Generated
// from the schema that the service itself reads documents with; added is what lies between members: which
// conditions a trigger allows.
import * as Schema from "effect/Schema"
import { MAX_BRANCHES } from "./split.ts"
import { RuleDocument } from "./Document.ts"
import { MAX_RULES } from "./limits.ts"
import { kindNames, kinds } from "./conditions/registry.ts"
import { MAX_CONDITIONS, MAX_DEPTH } from "./parse.ts"
import { presets } from "./presets.ts"

type Json = Readonly<Record<string, unknown>>

/**
 * Adapts generated JSON Schema: branches exclude each other, and a list of one value is a constant, which the
 * generator does not know.
 */
const sharpen = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sharpen)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([key, v]: readonly [string, unknown]) =>
      key === "anyOf"
        ? ["oneOf", sharpen(v)]
        : key === "enum" && Array.isArray(v) && v.length === 1
          ? ["const", v[0]]
          : [key, sharpen(v)]
    )
  )
}

const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` })

/** Makes the schema of a tree without some conditions; `what`: their members and values. */
const without = (name: string, description: string, what: Json): Json => ({
  description,
  type: "object",
  properties: {
    all: { type: "array", items: ref(name) },
    any: { type: "array", items: ref(name) },
    not: ref(name)
  },
  not: { properties: what, required: Object.keys(what) }
})

const unlessTriggeredBy = (kind: string, conditions: Json): Json => ({
  if: {
    properties: { trigger: { type: "object", properties: { kind: { const: kind } }, required: ["kind"] } }
  },
  else: { properties: { conditions } }
})

const { definitions } = Schema.toJsonSchemaDocument(RuleDocument, { onExcessProperty: "error" })
// definitions are objects
const { RuleDocument: root, ...defs } = sharpen(definitions) as Readonly<Record<string, Json>>

const published = kindNames.map((type) => ({ type, ...kinds[type].publish }))
const restrictions = published.flatMap(({ restrictions, type }) =>
  restrictions.map((restriction) => ({ ...restriction, type }))
)

/** Bounds over the whole document, that of the newest kind first. */
const bounds = published.flatMap(({ bound }) => (bound === null ? [] : [`that ${bound}`])).toReversed()

/**
 * The whole schema, its parts in `$defs`: one `oneOf` branch for each type of condition and each kind of
 * trigger.
 */
export const ruleSchema: Json = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Rule document",
  description:
    "What to notice, and which event to create then. A schema cannot say that a document " +
    [
      `has at most ${MAX_CONDITIONS} conditions, at most ${MAX_DEPTH} deep in each other`,
      ...bounds,
      `and that enter and exit combine in at most ${MAX_BRANCHES} ways. `
    ].join("; ") +
    `A project has at most ${MAX_RULES} rules.`,
  ...root,
  allOf: restrictions.map(({ name, trigger }) => unlessTriggeredBy(trigger, ref(name))),
  examples: presets.map((p) => p.document),
  $defs: {
    ...defs,
    Not: {
      ...defs["Not"],
      allOf: restrictions.flatMap(({ name, neverNegated }) =>
        neverNegated ? [{ properties: { not: ref(name) } }] : []
      )
    },
    ...Object.fromEntries(
      restrictions.map(({ description, members, name, type }) => [
        name,
        without(name, description, { type: { const: type }, ...members })
      ])
    )
  }
}
