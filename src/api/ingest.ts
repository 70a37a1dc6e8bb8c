// Answers ingest: reads a body into items, has each one judged, hands them over, and answers after the commit.
import { Clock, Effect, Layer, Result } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../contract/Api.ts"
import { Invalid, Malformed } from "../contract/errors.ts"
import { CurrentSource, ingestLimits, readItem } from "../contract/ingest.ts"
import { accept } from "../domain/intake/accept.ts"
import { Unreadable } from "../domain/intake/decode/Decoder.ts"
import { decoders } from "../domain/intake/decode/registry.ts"
import { refuse, type Refusal, type Report } from "../domain/intake/Report.ts"
import { isSuspect, unstorable } from "../domain/intake/storable.ts"
import { Intake } from "../store/Intake.ts"
import type { Outcome } from "../store/intake/Part.ts"
import { answerNotNow, EnterSourceLive, refuseDenied } from "./enterSource.ts"
import { isDeeperThan } from "./jsonDepth.ts"
import { readText } from "./readRequest.ts"

/** Items judged in one go, before other requests have a turn. */
const TURN = 2000

const counted = { accepted: "accepted", duplicate: "duplicates", rejected: "rejected", unassigned: "unassigned" } as const

/** The answer as JSON text. Written by hand: nearly every item has nothing but its place and its status. */
const writeAnswer = (outcomes: ReadonlyArray<Outcome>): string => {
  const counts = { accepted: 0, duplicates: 0, rejected: 0, unassigned: 0 }
  const items = outcomes.map(({ code, detail, pointer, status, traceId }, index) => {
    counts[counted[status]]++
    return code === undefined ? `{"index":${index},"status":"${status}"}` : JSON.stringify({ index, status, code, pointer, detail, trace_id: traceId })
  })
  return `${JSON.stringify(counts).slice(0, -1)},"items":[${items.join(",")}]}`
}

const judge = (raw: unknown, suspect: boolean, receivedAt: number, maxFutureMs: number): Report | Refusal => {
  if (raw instanceof Unreadable) return refuse("PAYLOAD_DECODE_FAILED", "", raw.detail)
  const bad = suspect ? unstorable(raw) : null
  if (bad !== null) return refuse("ITEM_INVALID", bad, "a text with the character NUL or half a surrogate pair")
  const item = readItem(raw)
  return Result.isFailure(item) ? item.failure : accept(item.success, receivedAt, maxFutureMs)
}

export const IngestLive = HttpApiBuilder.group(Api, "ingest", Effect.fnUntraced(function*(handlers) {
  const intake = yield* Intake

  const read = Effect.fnUntraced(function*(text: string, contentType: string, receivedAt: number) {
    const { adapterKey, ...pass } = yield* CurrentSource
    const decoder = decoders.get(adapterKey)
    if (decoder === undefined) return yield* Invalid.at("", "ADAPTER_UNAVAILABLE", `This service cannot read ${adapterKey} yet.`)
    const decoded = decoder.decode(text, contentType)
    if (Result.isSuccess(decoded)) return decoded.success
    yield* intake.traceBody(pass, receivedAt, decoded.failure, text)
    return yield* new Malformed({ code: decoded.failure.code, detail: decoded.failure.detail })
  })

  return handlers.handleRaw("http", ({ request }) => Effect.gen(function*() {
    const text = yield* readText(request, ingestLimits.bytes, ingestLimits.types)
    const receivedAt = yield* Clock.currentTimeMillis
    if (isDeeperThan(text, ingestLimits.depth)) return yield* Invalid.at("", "TOO_DEEP", `JSON may be nested ${ingestLimits.depth} levels deep.`)
    const raw = yield* read(text, request.headers["content-type"]!.split(";", 1)[0]!.trim().toLowerCase(), receivedAt)
    const suspect = isSuspect(text)
    const verdicts: Array<Report | Refusal> = []
    for (const item of raw) {
      verdicts.push(judge(item, suspect, receivedAt, intake.maxFutureMs))
      if (verdicts.length % TURN === 0) yield* Effect.yieldNow
    }
    const { sourceId, tokenHash } = yield* CurrentSource
    const outcomes = yield* intake.take({ pass: { sourceId, tokenHash }, receivedAt, verdicts, raw })
    return HttpServerResponse.text(writeAnswer(outcomes), { status: 202, contentType: "application/json" })
  }).pipe(Effect.catchTags({ NotNow: answerNotNow, Denied: (denied) => Effect.fail(refuseDenied(denied)) })))
})).pipe(Layer.provide(EnterSourceLive))
