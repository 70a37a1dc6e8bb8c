// From what came in to the text of its answer: reads it into items, has each one judged, hands them over, and
// comes back after the commit. Knows nothing of HTTP but the names of its refusals.
import { Clock, Data, Effect, Result } from "effect"
import { Invalid, Malformed, TooLarge } from "../../contract/http/errors.ts"
import { ingestLimits } from "../../contract/groups/ingest.ts"
import { readItem } from "../../contract/schemas/ingestItem.ts"
import { accept } from "../../domain/intake/accept.ts"
import { type Message, Unreadable } from "../../domain/intake/decode/Decoder.ts"
import { decoders } from "../../domain/intake/decode/registry.ts"
import { refuse, type Refusal, type Report } from "../../domain/intake/Report.ts"
import { isSuspect, unstorable } from "../../domain/intake/storable.ts"
import type { Entrance, Intake } from "../../store/intake/Intake.ts"
import type { Outcome } from "../../store/intake/Part.ts"
import { isDeeperThan } from "../http/jsonDepth.ts"
import { sizeOf } from "../http/jsonSize.ts"

/** A body that is looked at before it is parsed, characters: a smaller one holds nothing that is too much. */
const LARGE = 2 * ingestLimits.items - 10
/** Items judged in one go, before other requests have a turn. */
const TURN = 2000

const counted = {
  accepted: "accepted",
  duplicate: "duplicates",
  rejected: "rejected",
  unassigned: "unassigned"
} as const

/** The answer as JSON text. Written by hand: nearly every item has nothing but its place and its status. */
const writeAnswer = (outcomes: ReadonlyArray<Outcome>): string => {
  const counts = { accepted: 0, duplicates: 0, rejected: 0, unassigned: 0 }
  const items = outcomes.map(({ code, detail, pointer, status, traceId }, index) => {
    counts[counted[status]]++
    return code === undefined
      ? `{"index":${index},"status":"${status}"}`
      : JSON.stringify({ index, status, code, pointer, detail, trace_id: traceId })
  })
  return `${JSON.stringify(counts).slice(0, -1)},"items":[${items.join(",")}]}`
}

const judge = (raw: unknown, suspect: boolean, receivedAt: number, maxFutureMs: number): Report | Refusal => {
  if (raw instanceof Unreadable)
    return refuse(raw.pointer === "" ? "PAYLOAD_DECODE_FAILED" : "ITEM_INVALID", raw.pointer, raw.detail)
  const bad = suspect ? unstorable(raw) : null
  if (bad !== null)
    return refuse("ITEM_INVALID", bad, "a text with the character NUL or half a surrogate pair")
  const item = readItem(raw)
  return Result.isFailure(item) ? item.failure : accept(item.success, receivedAt, maxFutureMs)
}

/**
 * Whether any value in a body is nested deeper than may be. Lines are values of their own: one that was cut
 * off in the middle neither hides how deep the next is nor adds to it. Bodies of other types may turn out to
 * be lines.
 */
const isTooDeep = (text: string, type: string): boolean =>
  (type !== "application/x-ndjson" && isDeeperThan(text, ingestLimits.depth)) ||
  (text.includes("\n") && text.split("\n").some((line) => isDeeperThan(line, ingestLimits.depth)))

/** What came in, but for what is known of its source and when it came. */
export type Came = Omit<Message, "config" | "receivedAt">

/** A body over HTTP, as nearly all of them come. */
export const posted = (body: string, contentType: string, query = ""): Came => ({
  body,
  contentType: contentType.split(";", 1)[0]!.trim().toLowerCase(),
  query,
  topic: "",
  retained: false
})

/** An answer: JSON text, and the status it goes under. */
export interface Reply {
  readonly status: 200 | 202
  readonly text: string
}

/** In queries, forms and topics what cannot be stored does not come as an escape of JSON. */
const mayHoldAnything = ({ body, contentType, query, topic }: Came): boolean =>
  query !== "" || topic !== "" || contentType === "application/x-www-form-urlencoded" || isSuspect(body)

/** Nothing of what came can be read: what its trace says and shows, and what its sender is told. */
export class Illegible extends Data.TaggedError("Illegible")<{
  readonly refusal: Refusal
  readonly text: string
  readonly answer: Invalid | Malformed | TooLarge
}> {}

const illegible = (detail: string, text: string, answer: Illegible["answer"]): Illegible =>
  new Illegible({ refusal: refuse("PAYLOAD_DECODE_FAILED", "", detail), text, answer })

/** The items of what came at `receivedAt` (epoch ms), as they stand and as they are judged. Nothing is stored. */
export const readReports = Effect.fnUntraced(function* (
  { adapterKey, config }: Omit<Entrance, "pass">,
  came: Came,
  receivedAt: number,
  maxFutureMs: number
) {
  const text = came.body === "" ? came.query : came.body
  if (isTooDeep(came.body, came.contentType)) {
    const detail = `JSON may be nested ${ingestLimits.depth} levels deep.`
    return yield* illegible(detail, text, Invalid.at("", "TOO_DEEP", detail))
  }
  const tooLarge = (code: string, detail: string) =>
    illegible(detail, text.slice(0, 1024), new TooLarge({ code, detail }))
  const tooMany = (items: number) =>
    tooLarge(
      "TOO_MANY_ITEMS",
      `A request may hold ${ingestLimits.items} items, and these are ${items}: send them in several.`
    )
  if (came.body.length > LARGE) {
    const { items, pieces } = sizeOf(came.body)
    if (items > ingestLimits.items) return yield* tooMany(items)
    if (pieces > ingestLimits.pieces) {
      return yield* tooLarge(
        "TOO_MANY_VALUES",
        `A request may hold ${ingestLimits.pieces} values, and these are ${pieces}: send them in several.`
      )
    }
  }
  const decoded = decoders[adapterKey].decode({ ...came, receivedAt, config })
  if (Result.isFailure(decoded)) {
    const { code, detail } = decoded.failure
    return yield* new Illegible({ refusal: decoded.failure, text, answer: new Malformed({ code, detail }) })
  }
  if (decoded.success.length > ingestLimits.items) return yield* tooMany(decoded.success.length)
  const raw = decoded.success,
    suspect = mayHoldAnything(came)
  const verdicts: Array<Report | Refusal> = []
  for (const item of raw) {
    verdicts.push(judge(item, suspect, receivedAt, maxFutureMs))
    if (verdicts.length % TURN === 0) yield* Effect.yieldNow
  }
  return { raw, verdicts }
})

/** Stores the reports of what came from a source whose pass was good; what its sender is told. */
export const takeReports = Effect.fnUntraced(function* (
  intake: Intake["Service"],
  entrance: Entrance,
  came: Came
) {
  const { pass } = entrance,
    receivedAt = yield* Clock.currentTimeMillis
  const { raw, verdicts } = yield* readReports(entrance, came, receivedAt, intake.maxFutureMs).pipe(
    Effect.catchTag("Illegible", ({ answer, refusal, text }) =>
      Effect.andThen(intake.traceBody(pass, receivedAt, refusal, text), Effect.fail(answer))
    )
  )
  const outcomes = yield* intake.take({ pass, receivedAt, verdicts, raw })
  const { reply } = decoders[entrance.adapterKey]
  return { status: reply?.status ?? 202, text: reply?.body ?? writeAnswer(outcomes) } satisfies Reply
})
