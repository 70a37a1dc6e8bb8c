// What listeners hear, on the way every report takes: read into items, judged, stored. What was heard
// together is one delivery, in its order. Refusals leave their trace and are done with.
import { Clock, Effect, Layer, Result } from "effect"
import { ingestLimits } from "../../contract/groups/ingest.ts"
import { type Refusal, refuse, type Report } from "../../domain/intake/Report.ts"
import { type Heard, Inbox, type Listening, NotTaken } from "../../listeners/ports.ts"
import { Intake } from "../../store/intake/Intake.ts"
import type { IntakeUnavailable } from "../../store/intake/IntakeUnavailable.ts"
import { decodeText } from "../http/readRequest.ts"
import { readReports } from "./takeReports.ts"

const reasons: Readonly<Record<IntakeUnavailable["reason"], string>> = {
  database: "the database does not answer",
  backlog: "the rules are too far behind",
  crowded: "too much is waiting to be stored",
  project_backlog: "the rules of the project that its devices are in are too far behind"
}

/** A message of which nothing can be read, and of it what its trace shows. */
interface Unread {
  readonly refusal: Refusal
  readonly text: string
}

const unread = (detail: string, payload: Uint8Array): Unread => ({
  refusal: refuse("PAYLOAD_DECODE_FAILED", "", detail),
  text: Buffer.from(payload.subarray(0, 1024)).toString("base64")
})

/** The items of a message, or why there are none. */
const read = Effect.fnUntraced(function* (
  source: Listening,
  { at, payload, retained, topic }: Heard,
  maxFutureMs: number
) {
  if (payload.length > ingestLimits.bytes)
    return yield* Effect.fail(unread(`more than ${ingestLimits.bytes} bytes`, payload))
  const body = yield* decodeText(payload).pipe(
    Effect.mapError(() => unread("not UTF-8; its start is shown in base64", payload))
  )
  return yield* readReports(
    source,
    { body, contentType: "application/json", query: "", topic, retained },
    at,
    maxFutureMs
  )
})

export const InboxLive = Layer.effect(
  Inbox,
  Effect.gen(function* () {
    const intake = yield* Intake

    const take = Effect.fn("Inbox.take")(function* (source: Listening, group: ReadonlyArray<Heard>) {
      const pass = { sourceId: source.id, tokenHash: source.tokenHash }
      yield* intake.room(source.id)
      const verdicts: Array<Report | Refusal> = [],
        raw: Array<unknown> = [],
        inMessage: Array<number> = []
      const refused: Array<Unread> = []
      for (const heard of group) {
        const found = yield* Effect.result(read(source, heard, intake.maxFutureMs))
        if (Result.isFailure(found)) refused.push(found.failure)
        else {
          found.success.verdicts.forEach((verdict, at) => {
            verdicts.push(verdict)
            raw.push(found.success.raw[at])
            inMessage.push(at)
          })
        }
      }
      const receivedAt = yield* Clock.currentTimeMillis
      if (verdicts.length > 0) yield* intake.take({ pass, receivedAt, verdicts, raw, inMessage })
      // last, for what could not be stored is heard again whole: each of these is traced once
      for (const { refusal, text } of refused) yield* intake.traceBody(pass, receivedAt, refusal, text)
    })

    return Inbox.of({
      take: (source, group) =>
        take(source, group).pipe(
          Effect.catchTag("Denied", () =>
            Effect.fail(new NotTaken({ detail: "the data source is switched off or gone" }))
          ),
          Effect.catchTag("IntakeUnavailable", ({ reason }) =>
            Effect.fail(new NotTaken({ detail: reasons[reason] }))
          )
        )
    })
  })
)
