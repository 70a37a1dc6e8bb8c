// What the documentation says beyond types: the names of operations, and examples of bodies.
import { Schema } from "effect"
import * as OpenApi from "effect/http-api/OpenApi"

/**
 * Names and describes an operation: `.annotateMerge(docs(...))`. The permission it needs is added from
 * `Needs`.
 */
export const docs = (summary: string, description: string) => OpenApi.annotations({ summary, description })

/** Adds an example, as it is sent, to the schema of a body. */
export const withExample = <S extends Schema.Top>(schema: S, example: S["Encoded"]) =>
  Schema.annotateEncoded<S>({ examples: [example] })(schema)

/** optionalBody documents a body that may be left out: the generator takes every body for required. */
export const optionalBody = (operation: Record<string, unknown>) => ({
  ...operation,
  requestBody: { ...(operation["requestBody"] as object), required: false }
})
