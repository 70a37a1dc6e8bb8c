// From the text of an ingest body to the text of its answer: reads it into items, has each one judged, hands them over, and comes
// back after the commit. Knows nothing of HTTP but the names of its refusals.
import { Clock, Effect, Result } from "effect"
import { Invalid, Malformed } from "../contract/errors.ts"
import { ingestLimits, readItem } from "../contract/ingest.ts"
import { accept } from "../domain/intake/accept.ts"
import { Unreadable } from "../domain/intake/decode/Decoder.ts"
import { decoders } from "../domain/intake/decode/registry.ts"
import { refuse, type Refusal, type Report } from "../domain/intake/Report.ts"
import { isSuspect, unstorable } from "../domain/intake/storable.ts"
import type { Intake } from "../store/Intake.ts"
import type { Outcome, Pass } from "../store/intake/Part.ts"
import { isDeeperThan } from "./jsonDepth.ts"

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

/** Stores the reports in `text`, a body of `contentType`, that came from a source whose pass was good; the JSON text of the answer. */
export const takeReports = Effect.fnUntraced(function*(intake: Intake["Service"], pass: Pass, adapterKey: string, text: string, contentType: string) {
  const receivedAt = yield* Clock.currentTimeMillis
  if (isDeeperThan(text, ingestLimits.depth)) return yield* Invalid.at("", "TOO_DEEP", `JSON may be nested ${ingestLimits.depth} levels deep.`)
  const decoder = decoders.get(adapterKey)
  if (decoder === undefined) return yield* Invalid.at("", "ADAPTER_UNAVAILABLE", `This service cannot read ${adapterKey} yet.`)
  const decoded = decoder.decode(text, contentType.split(";", 1)[0]!.trim().toLowerCase())
  if (Result.isFailure(decoded)) {
    yield* intake.traceBody(pass, receivedAt, decoded.failure, text)
    return yield* new Malformed({ code: decoded.failure.code, detail: decoded.failure.detail })
  }
  const raw = decoded.success, suspect = isSuspect(text)
  const verdicts: Array<Report | Refusal> = []
  for (const item of raw) {
    verdicts.push(judge(item, suspect, receivedAt, intake.maxFutureMs))
    if (verdicts.length % TURN === 0) yield* Effect.yieldNow
  }
  return writeAnswer(yield* intake.take({ pass, receivedAt, verdicts, raw }))
})
