// Holds items against the contract and against sense, one by one, so that a bad one never refuses its
// neighbours. Runs for every item, so it makes little garbage.
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import * as Schema from "effect/Schema"
import { IngestItem } from "../contract/schemas/ingestItem.ts"
import { missingMember, unknownMember } from "../domain/brokenMembers.ts"
import { accept } from "../domain/intake/accept.ts"
import { Unreadable } from "../domain/intake/decode/Decoder.ts"
import { type Item, refuse, type Refusal, type Report } from "../domain/intake/Report.ts"
import { isSuspect, unstorable } from "../domain/intake/storable.ts"
import { memberAt } from "../domain/jsonPointer.ts"
import type { Message } from "./ports.ts"

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
