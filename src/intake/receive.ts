// The one door of intake. Whatever comes, by HTTP, from a broker or out of what was kept, is read into items,
// each item is held against the contract and against sense, one by one, so that a bad one never refuses its
// neighbours, and all of it is handed over to be stored. What runs for every item makes little garbage.
import { Ajv } from "ajv"
import { Clock, Effect, Result } from "effect"
import * as Schema from "effect/Schema"
import { IngestItem } from "../contract/schemas/ingestItem.ts"
import { missingMember, unknownMember } from "../domain/brokenMembers.ts"
import { accept } from "../domain/intake/accept.ts"
import { UnreadablePart } from "../domain/intake/decode/Decoder.ts"
import { sizeOf } from "../domain/intake/decode/json.ts"
import { decoders } from "../domain/intake/decode/registry.ts"
import { ingestLimits } from "../domain/intake/ingestLimits.ts"
import { type Item, refuse, type Refusal, type Report } from "../domain/intake/Report.ts"
import { isSuspect, findUnstorable } from "../domain/intake/storable.ts"
import { memberAt } from "../domain/jsonPointer.ts"
import type {
  AuthenticatedSource,
  Delivery,
  KeptDelivery,
  Message,
  Receiver,
  SourceCredential,
  Submission,
  UnreadableMessage
} from "./ports.ts"

/** SHOWN_CHARACTERS is how much of a message that is too large its trace shows. */
const SHOWN_CHARACTERS = 1024

/** Returns a message that nothing can be read of. */
export const unreadable = (
  reason: UnreadableMessage["reason"],
  code: string,
  detail: string,
  text: string
): UnreadableMessage => ({ reason, code, refusal: refuse("PAYLOAD_DECODE_FAILED", "", detail), text })

/** Reads the items of a message that came at `receivedAt` (epoch ms). */
export const readMessage = (
  { adapterKey, config }: Pick<AuthenticatedSource, "adapterKey" | "config">,
  message: Message,
  receivedAt: number
): Result.Result<ReadonlyArray<unknown>, UnreadableMessage> => {
  const { body, contentType, query } = message
  const text = body === "" ? query : body
  const tooLarge = (code: string, detail: string) =>
    Result.fail(unreadable("too_large", code, detail, text.slice(0, SHOWN_CHARACTERS)))
  const tooMany = (items: number) =>
    tooLarge(
      "TOO_MANY_ITEMS",
      `A request may hold ${ingestLimits.items} items, and these are ${items}: send them in several.`
    )

  const { depth, items: sent, pieces } = sizeOf(body)
  // Lines are values of their own: one that was cut off in the middle neither hides how deep the next is nor
  // adds to it. Bodies of other types may turn out to be lines.
  const isTooDeep =
    (contentType !== "application/x-ndjson" && depth > ingestLimits.depth) ||
    (body.includes("\n") && body.split("\n").some((line) => sizeOf(line).depth > ingestLimits.depth))
  if (isTooDeep) {
    const detail = `JSON may be nested ${ingestLimits.depth} levels deep.`
    return Result.fail(unreadable("too_deep", "TOO_DEEP", detail, text))
  }
  if (sent > ingestLimits.items) return tooMany(sent)
  if (pieces > ingestLimits.pieces)
    return tooLarge(
      "TOO_MANY_VALUES",
      `A request may hold ${ingestLimits.pieces} values, and these are ${pieces}: send them in several.`
    )
  const decoded = decoders[adapterKey].decode({ ...message, receivedAt, config })
  if (Result.isFailure(decoded)) {
    const refusal = decoded.failure
    return Result.fail({ reason: "malformed", code: refusal.code, refusal, text })
  }
  const items = decoded.success
  return items.length > ingestLimits.items ? tooMany(items.length) : Result.succeed(items)
}

const { definitions, schema } = Schema.toJsonSchemaDocument(IngestItem, { onExcessProperty: "error" })
/** What items are held against. Ours, so its own rules are held against it by a test, and not at every start. */
export const itemSchema = { ...schema, $defs: definitions }
// Not Ajv2020: that evaluates every branch of an anyOf, for keywords that this schema does not use, and makes
// an error of each that does not match.
const fits = new Ajv({ meta: false, validateSchema: false }).compile<Item>(itemSchema)

/**
 * Reads an item whose members have the right types, or the first that has not. Nothing is converted, and
 * `raw` is not copied.
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
const mayHoldAnything = ({ body, contentType, query, topic }: Message): boolean =>
  query !== "" || topic !== "" || contentType === "application/x-www-form-urlencoded" || isSuspect(body)

/** What a decoded item is: a report, or why it is refused. `suspect`: see `mayHoldAnything`. */
const validate = (
  raw: unknown,
  suspect: boolean,
  receivedAt: number,
  maxFutureMs: number
): Report | Refusal => {
  if (raw instanceof UnreadablePart)
    return refuse(raw.pointer === "" ? "PAYLOAD_DECODE_FAILED" : "ITEM_INVALID", raw.pointer, raw.detail)
  const bad = suspect ? findUnstorable(raw) : null
  if (bad !== null)
    return refuse("ITEM_INVALID", bad, "a text with the character NUL or half a surrogate pair")
  const item = readItem(raw)
  return Result.isFailure(item) ? item.failure : accept(item.success, receivedAt, maxFutureMs)
}

/** ITEMS_PER_TURN is how many items are judged before other work gets a turn. */
const ITEMS_PER_TURN = 2000

/** A message that could not be read, and who sent it. */
interface Unread {
  readonly credential: SourceCredential
  readonly message: UnreadableMessage
}

/** What became of deliveries: what storing them gave, and the messages of which there is only a trace. */
interface Received<Stored> {
  readonly stored: Stored
  readonly unread: ReadonlyArray<Unread>
}

/** Types were checked when they came, and their clocks are judged by their arrival. */
const judgeKept = (
  { credential, items, receivedAt }: KeptDelivery,
  now: number,
  maxFutureMs: number
): Submission => ({
  credential,
  receivedAt: now,
  verdicts: items.map((item, i) => accept(item, receivedAt[i]!, maxFutureMs)),
  raw: items
})

/** A request without items is submitted too, to be counted; what a broker says without any is not. */
const isSubmitted = (items: number, [first]: ReadonlyArray<Message>): boolean =>
  items > 0 || first?.topic === ""

/**
 * Takes what came, and comes back after the commit. A bad item is refused alone. Of a message that cannot be
 * read nothing is stored, and a trace says why.
 */
export const receive = Effect.fnUntraced(function* <Stored, E>(
  { maxFutureMs, store, traceMessage }: Receiver<Stored, E>,
  deliveries: ReadonlyArray<Delivery>
) {
  const now = yield* Clock.currentTimeMillis
  const submissions: Array<Submission> = [],
    unread: Array<Unread> = []
  for (const delivery of deliveries) {
    if ("items" in delivery) {
      submissions.push(judgeKept(delivery, now, maxFutureMs))
      continue
    }
    const {
      messages,
      source,
      source: { credential }
    } = delivery
    const verdicts: Array<Report | Refusal> = [],
      raw: Array<ReadonlyArray<unknown>> = [],
      begins: Array<number> = [],
      read: Array<Message> = []
    for (const message of messages) {
      if ("refusal" in message) {
        unread.push({ credential, message })
        continue
      }
      const receivedAt = message.receivedAt ?? now
      const items = readMessage(source, message, receivedAt)
      if (Result.isFailure(items)) {
        unread.push({ credential, message: items.failure })
        continue
      }
      begins.push(verdicts.length)
      const suspect = mayHoldAnything(message)
      for (const item of items.success) {
        verdicts.push(validate(item, suspect, receivedAt, maxFutureMs))
        if (verdicts.length % ITEMS_PER_TURN === 0) yield* Effect.yieldNow
      }
      raw.push(items.success)
      read.push(message)
    }
    if (isSubmitted(verdicts.length, read))
      submissions.push({
        credential,
        receivedAt: now,
        verdicts,
        raw: raw.length === 1 ? raw[0]! : raw.flat(),
        ...(begins.length > 1 ? { begins } : {})
      })
  }
  const stored = yield* store(submissions)
  // last, for what could not be stored comes again whole: each of these is traced once
  for (const { credential, message } of unread) yield* traceMessage(credential, now, message)
  return { stored, unread } satisfies Received<Stored>
})
