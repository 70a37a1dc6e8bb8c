// From a message to what its items are: how much it may be, what its adapter makes of it, and each item held
// against the contract and against sense, one by one, so that a bad one never refuses its neighbours. What runs
// for every item makes little garbage.
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import * as Schema from "effect/Schema"
import { IngestItem } from "../contract/schemas/ingestItem.ts"
import { missingMember, unknownMember } from "../domain/brokenMembers.ts"
import { accept } from "../domain/intake/accept.ts"
import { Unreadable } from "../domain/intake/decode/Decoder.ts"
import { decoders } from "../domain/intake/decode/registry.ts"
import { ingestLimits } from "../domain/intake/ingestLimits.ts"
import { type Item, refuse, type Refusal, type Report } from "../domain/intake/Report.ts"
import { isSuspect, unstorable } from "../domain/intake/storable.ts"
import { memberAt } from "../domain/jsonPointer.ts"
import type { AuthenticatedSource, Message, UnreadableMessage } from "./ports.ts"

/** A body that is looked at before it is parsed, characters: a smaller one holds nothing that is too much. */
const LARGE = 2 * ingestLimits.items - 10
/** Characters that the trace of a message shows that is too large. */
const SHOWN = 1024

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const NEWLINE = 10

/**
 * Whether objects and arrays lie more than `limit` deep within each other, found before anything is built
 * from it; safe on text that is not JSON. One pass and nothing remembered: ingest bodies are large.
 */
const isDeeperThan = (text: string, limit: number): boolean => {
  let depth = 0,
    inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if ((code | 32) === 123) {
      // [ or {
      if (++depth > limit) return true
    } else if ((code | 32) === 125) depth-- // ] or }
  }
  return false
}

/** What text of JSON holds; of text that is none, what it would. */
export interface JsonSize {
  /** of the array that the text is; 0: it is none */
  readonly items: number
  /** commas and ends of lines outside of texts: there are about as many values */
  readonly pieces: number
}

/**
 * Counts in one pass, before anything is built from it: what is parsed takes many times the room of its text
 * where that is made of small values, such as nine million empty objects in a request.
 */
export const sizeOf = (text: string): JsonSize => {
  const inArray = text.trimStart().startsWith("[")
  let depth = 0,
    inString = false,
    items = 0,
    pieces = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === COMMA || code === NEWLINE) {
      pieces++
      if (inArray && depth === 1 && code === COMMA) items++
    } else if ((code | 32) === 123) depth++ // [ or {
    else if ((code | 32) === 125) depth-- // ] or }
  }
  return { items: inArray ? items + 1 : 0, pieces }
}

/**
 * Whether any value in a body is nested deeper than may be. Lines are values of their own: one that was cut
 * off in the middle neither hides how deep the next is nor adds to it. Bodies of other types may turn out to
 * be lines.
 */
const isTooDeep = (text: string, type: string): boolean =>
  (type !== "application/x-ndjson" && isDeeperThan(text, ingestLimits.depth)) ||
  (text.includes("\n") && text.split("\n").some((line) => isDeeperThan(line, ingestLimits.depth)))

/** A message that nothing can be read of. */
export const unreadable = (
  reason: UnreadableMessage["reason"],
  code: string,
  detail: string,
  text: string
): UnreadableMessage => ({ reason, code, refusal: refuse("PAYLOAD_DECODE_FAILED", "", detail), text })

/** The items of a message that came at `receivedAt` (epoch ms). */
export const readMessage = (
  { adapterKey, config }: Pick<AuthenticatedSource, "adapterKey" | "config">,
  message: Message,
  receivedAt: number
): Result.Result<ReadonlyArray<unknown>, UnreadableMessage> => {
  const { body, contentType, query } = message
  const text = body === "" ? query : body
  const tooLarge = (code: string, detail: string) =>
    Result.fail(unreadable("too_large", code, detail, text.slice(0, SHOWN)))
  const tooMany = (items: number) =>
    tooLarge(
      "TOO_MANY_ITEMS",
      `A request may hold ${ingestLimits.items} items, and these are ${items}: send them in several.`
    )

  if (isTooDeep(body, contentType)) {
    const detail = `JSON may be nested ${ingestLimits.depth} levels deep.`
    return Result.fail(unreadable("too_deep", "TOO_DEEP", detail, text))
  }
  if (body.length > LARGE) {
    const { items, pieces } = sizeOf(body)
    if (items > ingestLimits.items) return tooMany(items)
    if (pieces > ingestLimits.pieces)
      return tooLarge(
        "TOO_MANY_VALUES",
        `A request may hold ${ingestLimits.pieces} values, and these are ${pieces}: send them in several.`
      )
  }
  const decoded = decoders[adapterKey].decode({ ...message, receivedAt, config })
  if (Result.isFailure(decoded)) {
    const refusal = decoded.failure
    return Result.fail({ reason: "malformed", code: refusal.code, refusal, text })
  }
  const items = decoded.success
  return items.length > ingestLimits.items ? tooMany(items.length) : Result.succeed(items)
}

const { definitions, schema } = Schema.toJsonSchemaDocument(IngestItem, { onExcessProperty: "error" })
const fits = new Ajv2020().compile<Item>({ ...schema, $defs: definitions })

/**
 * An item whose members have the right types, or the first that has not. Nothing is converted, and `raw` is
 * not copied.
 */
export const readItem = (raw: unknown): Result.Result<Item, Refusal> => {
  if (fits(raw)) return Result.succeed(raw)
  const [first, ...others] = fits.errors! // there after every failed validation
  const { instancePath, keyword, params } = first!
  const member = (name: unknown) => memberAt(instancePath, String(name))
  if (keyword === "required")
    return Result.fail(refuse("ITEM_INVALID", member(params["missingProperty"]), missingMember.detail))
  if (keyword === "additionalProperties")
    return Result.fail(refuse("ITEM_INVALID", member(params["additionalProperty"]), unknownMember.detail))
  const ways = [first!, ...others]
    .filter((e) => e.instancePath === instancePath && e.keyword !== "anyOf")
    .map((e) => e.message)
  return Result.fail(refuse("ITEM_INVALID", instancePath, ways.join(", or ")))
}

/**
 * Whether an item of a message may hold text that cannot be stored. In queries, forms and topics it does not
 * come as an escape of JSON.
 */
export const mayHoldAnything = ({ body, contentType, query, topic }: Message): boolean =>
  query !== "" || topic !== "" || contentType === "application/x-www-form-urlencoded" || isSuspect(body)

/** What a decoded item is: a report, or why it is refused. `suspect`: see `mayHoldAnything`. */
export const validate = (
  raw: unknown,
  suspect: boolean,
  receivedAt: number,
  maxFutureMs: number
): Report | Refusal => {
  if (raw instanceof Unreadable)
    return refuse(raw.pointer === "" ? "PAYLOAD_DECODE_FAILED" : "ITEM_INVALID", raw.pointer, raw.detail)
  const bad = suspect ? unstorable(raw) : null
  if (bad !== null)
    return refuse("ITEM_INVALID", bad, "a text with the character NUL or half a surrogate pair")
  const item = readItem(raw)
  return Result.isFailure(item) ? item.failure : accept(item.success, receivedAt, maxFutureMs)
}
