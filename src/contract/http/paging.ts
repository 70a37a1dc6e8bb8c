// Lists, the same everywhere: `limit` and an opaque `cursor` in, `{items, next_cursor}` out; newest first.
import { Schema, SchemaTransformation } from "effect"
import { InstantInput } from "../../domain/fields.ts"

/** Items of a page when the caller does not say, and at most. */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 500

/**
 * Annotation of a parameter's text: the JSON Schema that the documentation shows for it, a number where the
 * address carries its digits.
 */
export const PARAMETER = "x-parameter"

/**
 * A decimal integer of a query, between two bounds: no sign, no exponent, no leading zero. `standard` is what
 * it is unless given.
 */
export const IntegerInput = (minimum: number, maximum: number, standard?: number) =>
  Schema.String.annotate({
    [PARAMETER]: {
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

/** `true` or `false` of a query. */
export const BooleanInput = Schema.Literals(["true", "false"])
  .annotate({ [PARAMETER]: { type: "boolean" } })
  .pipe(
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({
        decode: (text) => text === "true",
        encode: (value) => (value ? ("true" as const) : ("false" as const))
      })
    )
  )

/** One, or the key repeated for several; `items` is the JSON Schema of one. */
export const Several = <S extends Schema.Top>(one: S, items: object) =>
  Schema.Union([one, Schema.Array(one)]).annotate({ [PARAMETER]: { type: "array", items } })

/** A parameter that may be left out, and what it is for. */
export const perhaps = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(Schema.annotateEncoded<S>({ description })(schema))

/**
 * The query of every list; spread it into the endpoint's own. A cursor belongs to the list and the filter
 * that gave it.
 */
export const paged = {
  limit: perhaps(IntegerInput(1, MAX_LIMIT, DEFAULT_LIMIT), "Items of a page"),
  cursor: perhaps(Schema.String, "next_cursor of the page before, with the same filter")
}

/** The query of reads over time: `[from, to)`. */
export const timeRange = {
  from: perhaps(InstantInput, "From this moment on"),
  to: perhaps(InstantInput, "Before this moment")
}

/** One page of `item`. */
export const Page = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    next_cursor: Schema.NullOr(Schema.String).annotate({
      description: "The cursor of the next page; null: this is the last"
    })
  })

/** The headers of a write that may say which edition of `what` it is over. */
export const ifMatch = (what: string) => ({
  "if-match": perhaps(
    Schema.String,
    `The editions that may be overwritten: the ETag of the ${what} as it was read; without it, any`
  )
})

/** What somebody looks for: a few letters, not only blanks. */
export const Question = Schema.String.check(
  Schema.isMaxLength(100),
  Schema.isPattern(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u, { expected: "a text that is not blank, on one line" })
).annotate({ description: "A part of the name; capitals do not matter" })
