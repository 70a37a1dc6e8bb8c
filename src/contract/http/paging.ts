// Lists, the same everywhere: `limit` and an opaque `cursor` in, `{items, next_cursor}` out; newest first.
import { Schema, SchemaTransformation } from "effect"
import { InstantInput } from "../../domain/schemas.ts"

/** DEFAULT_LIMIT is how many items a page has where the request names no `limit`. */
export const DEFAULT_LIMIT = 50
/** MAX_LIMIT is how many items a page has at most. */
export const MAX_LIMIT = 500

/**
 * PARAMETER_SCHEMA_KEY annotates the schema of a parameter with the JSON Schema that the documentation shows:
 * a number where the address carries its digits.
 */
export const PARAMETER_SCHEMA_KEY = "x-parameter"

/**
 * IntegerInput is a decimal integer of a query, between two bounds: no sign, no exponent, no leading zero.
 * `standard` is its value where the query has none.
 */
export const IntegerInput = (minimum: number, maximum: number, standard?: number) =>
  Schema.String.annotate({
    [PARAMETER_SCHEMA_KEY]: {
      type: "integer",
      minimum,
      maximum,
      ...(standard === undefined ? {} : { default: standard })
    }
  })
    .check(Schema.isPattern(/^(0|[1-9]\d{0,15})$/u, { expected: "a decimal integer" }))
    .pipe(
      Schema.decodeTo(
        Schema.Int.check(Schema.isBetween({ minimum, maximum })),
        SchemaTransformation.numberFromString
      )
    )

/** BooleanInput is `true` or `false` of a query. */
export const BooleanInput = Schema.Literals(["true", "false"])
  .annotate({ [PARAMETER_SCHEMA_KEY]: { type: "boolean" } })
  .pipe(
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({
        decode: (text) => text === "true",
        encode: (value) => (value ? ("true" as const) : ("false" as const))
      })
    )
  )

/**
 * OneOrMany is a parameter that is given once, or several times by repeating its key; `items` is the JSON
 * Schema of one.
 */
export const OneOrMany = <S extends Schema.Top>(one: S, items: object) =>
  Schema.Union([one, Schema.Array(one)]).annotate({ [PARAMETER_SCHEMA_KEY]: { type: "array", items } })

/** Describes a parameter that may be left out. */
export const optionalParameter = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(Schema.annotateEncoded<S>({ description })(schema))

/**
 * paged is the query of every list; spread it into the endpoint's own. A cursor is valid only for the list
 * and the filter that it came from.
 */
export const paged = {
  limit: optionalParameter(IntegerInput(1, MAX_LIMIT, DEFAULT_LIMIT), "Items of a page"),
  cursor: optionalParameter(Schema.String, "next_cursor of the page before, with the same filter")
}

/** timeRange is the query of reads over time: `[from, to)`. */
export const timeRange = {
  from: optionalParameter(InstantInput, "From this moment on"),
  to: optionalParameter(InstantInput, "Before this moment")
}

/** Page is one page of `item`. */
export const Page = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    next_cursor: Schema.NullOr(Schema.String).annotate({
      description: "The cursor of the next page; null: this is the last"
    })
  })

/** Returns the headers of a write that may name the edition of `what` that it replaces. */
export const ifMatch = (what: string) => ({
  "if-match": optionalParameter(
    Schema.String,
    `The editions that may be overwritten: the ETag of the ${what} as it was read; without it, any`
  )
})

/** SearchText is a search term: a part of a name, not blank, on one line. */
export const SearchText = Schema.String.check(
  Schema.isMaxLength(100),
  Schema.isPattern(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u, { expected: "a text that is not blank, on one line" })
).annotate({ description: "A part of the name; capitals do not matter" })
