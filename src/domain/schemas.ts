// Small schemas that records and requests are built from: ids, times, names, free attributes.
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

/** Free members of a record as answers carry them: any JSON object. */
export const Attributes = Schema.Record(Schema.String, Schema.Json)

/** Bytes of a free JSON object of a record, as JSON text in UTF-8. */
export const MAX_ATTRIBUTES_BYTES = 64 * 1024

const utf8 = new TextEncoder()

/** Why a free JSON object is not saved; null: it may be. One that was saved larger before stays readable. */
export const attributesSizeIssue = (value: unknown): string | null => {
  const bytes = utf8.encode(JSON.stringify(value)).length
  return bytes <= MAX_ATTRIBUTES_BYTES
    ? null
    : `It has ${bytes.toLocaleString("en")} bytes as JSON, and ${MAX_ATTRIBUTES_BYTES.toLocaleString("en")} may be. ` +
        "Keep large texts and files elsewhere, and their address here."
}

/** Keeps a free JSON object of a request within MAX_FREE_BYTES. */
export const withinAttributesBytes = Schema.makeFilter(
  (value: object) => attributesSizeIssue(value) ?? true,
  {
    expected: `a JSON object of at most ${MAX_ATTRIBUTES_BYTES} bytes`,
    toJsonSchema: () => [{}, true] // bytes are no matter of JSON Schema
  }
)

/** Free members of a record as requests carry them. */
export const NewAttributes = Attributes.check(withinAttributesBytes)
