// Lists, the same everywhere: `limit` and an opaque `cursor` in, `{items, next_cursor}` out; newest first.
import { Schema, SchemaTransformation } from "effect"
import { InstantInput } from "../domain/fields.ts"

/** Items of a page when the caller does not say, and at most. */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 500

/** A decimal integer of a query, between two bounds: no sign, no exponent, no leading zero. */
export const IntegerInput = (minimum: number, maximum: number) =>
  Schema.String.check(Schema.isPattern(/^(0|[1-9]\d{0,15})$/, { expected: "a decimal integer" })).pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum, maximum })), SchemaTransformation.numberFromString)
  )

/** `true` or `false` of a query. */
export const BooleanInput = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, SchemaTransformation.transform({ decode: (text) => text === "true", encode: (value) => value ? "true" as const : "false" as const }))
)

/** The query of every list; spread it into the endpoint's own. A cursor belongs to the list and the filter that gave it. */
export const paged = {
  limit: Schema.optionalKey(IntegerInput(1, MAX_LIMIT).annotate({ description: `Items of a page, ${DEFAULT_LIMIT} unless said` })),
  cursor: Schema.optionalKey(Schema.String.annotate({ description: "next_cursor of the page before" }))
}

/** The query of reads over time: `[from, to)`. */
export const timeRange = { from: Schema.optionalKey(InstantInput), to: Schema.optionalKey(InstantInput) }

/** One page of `item`. */
export const Page = <S extends Schema.Top>(item: S) => Schema.Struct({ items: Schema.Array(item), next_cursor: Schema.NullOr(Schema.String) })
