// The small schemas that records and requests are made of: ids, times, names, free attributes.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { formatInstant, parseInstant } from "./time.ts"

/** An id; capitals are read as small letters, so that two spellings are one id. */
export const Uuid = Schema.String.check(Schema.isUUID()).pipe(
  Schema.decode(SchemaTransformation.toLowerCase())
)

/** A time as answers carry it: RFC 3339, UTC, with milliseconds. */
export const Instant = Schema.String.annotate({ format: "date-time" })

/**
 * A time as requests carry it: any RFC 3339 date-time with an offset, 1990 to 2100; decoded to epoch
 * milliseconds.
 */
export const InstantInput = Schema.String.check(
  Schema.makeFilter((text: string) => parseInstant(text) !== null, {
    expected: "a date-time of RFC 3339 with its offset (2026-01-31T12:00:00Z), from 1990 to 2100",
    toJsonSchema: () => [{ format: "date-time" }, true] // not every date-time is between those years
  })
).pipe(
  Schema.decodeTo(
    Schema.Finite,
    SchemaTransformation.transform({ decode: (text) => parseInstant(text) ?? 0, encode: formatInstant })
  )
)

/**
 * What people call a record: 1 to 200 characters, not only blanks. Sinks that cannot take a line break (mail
 * headers) take it out themselves.
 */
export const Name = Schema.String.check(
  Schema.isMaxLength(200),
  Schema.isPattern(/\S/u, { expected: "a text that is not blank" })
)

/** Text of several lines. */
export const Description = Schema.String.check(Schema.isMaxLength(5000))

/** Free members of a record: any JSON object. */
export const Attributes = Schema.Record(Schema.String, Schema.Json)
