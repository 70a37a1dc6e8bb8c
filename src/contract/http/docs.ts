// What the documentation says besides types: the names of operations, and examples of bodies.
import { Schema } from "effect"
import * as OpenApi from "effect/http-api/OpenApi"

/**
 * What an operation is called, and what it does: `.annotateMerge(docs(...))`. The permission it needs is
 * added from `Needs`.
 */
export const docs = (summary: string, description: string) => OpenApi.annotations({ summary, description })

/** A body with an example of it, as it is sent. */
export const withExample = <S extends Schema.Top>(schema: S, example: S["Encoded"]) =>
  Schema.annotateEncoded<S>({ examples: [example] })(schema)
