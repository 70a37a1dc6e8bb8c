// The estimate of a run: what it would read, beside every limit; and the query that asks for it.
import * as Schema from "effect/Schema"
import { isList, queryMembers } from "../../domain/analysis/readQuery.ts"
import { Uuid } from "../../domain/schemas.ts"
import { PARAMETER_SCHEMA_KEY, optionalParameter } from "../http/paging.ts"
import { Module } from "./analysisModule.ts"

const Bound = Schema.Struct({
  code: Schema.Literals(["subjects", "days", "comparison_days", "areas", "fixes", "fixes_per_subject"]),
  limit: Schema.Finite,
  value: Schema.Finite,
  crossed: Schema.Boolean,
  subject: Schema.optionalKey(Uuid)
})

/** Estimate is what a run would read, beside every limit. */
export const Estimate = Schema.Struct({
  module: Module,
  subjects: Schema.Array(Schema.Struct({ id: Uuid, name: Schema.String, fixes: Schema.Int })),
  subject_count: Schema.Int,
  fixes: Schema.Int,
  days: Schema.Finite,
  areas: Schema.optionalKey(
    Schema.Array(Schema.Struct({ id: Uuid, name: Schema.String, hectares: Schema.Finite }))
  ),
  bounds: Schema.Array(Bound),
  refused_features: Schema.Array(
    Schema.Struct({
      id: Uuid,
      name: Schema.NullOr(Schema.String),
      code: Schema.String,
      detail: Schema.String
    })
  )
}).annotate({ identifier: "AnalysisEstimate" })
export type Estimate = typeof Estimate.Type

const One = Schema.String.annotate({ [PARAMETER_SCHEMA_KEY]: { type: "string" } })
const Some = Schema.Union([Schema.String, Schema.Array(Schema.String)]).annotate({
  [PARAMETER_SCHEMA_KEY]: { type: "array", items: { type: "string" } }
})

const describe = (name: string): string =>
  name === "parameters"
    ? "All members at once, as JSON"
    : isList(name)
      ? `The member ${name} of \`parameters\`; repeat the key`
      : `The member ${name} of \`parameters\``

/** estimateMembers are the members of `parameters`, as query parameters. */
export const estimateMembers = Object.fromEntries(
  queryMembers.map((name) => [name, optionalParameter(isList(name) ? Some : One, describe(name))])
)
