// What listeners hear, on the way every report takes: read into items, judged, stored. Refusals leave their trace and are done with.
import { Clock, Effect, Layer } from "effect"
import { ingestLimits } from "../contract/ingest.ts"
import { refuse } from "../domain/intake/Report.ts"
import { type Heard, Inbox, type Listening, NotTaken } from "../listeners/ports.ts"
import { type Entrance, Intake } from "../store/Intake.ts"
import type { NotNow } from "../store/intake/NotNow.ts"
import { decodeText } from "./readRequest.ts"
import { takeReports } from "./takeReports.ts"

const reasons: Readonly<Record<NotNow["reason"], string>> = {
  database: "the database does not answer", backlog: "the rules are too far behind", crowded: "too much is waiting to be stored",
  project_backlog: "the rules of the project that its devices are in are too far behind"
}

export const InboxLive = Layer.effect(Inbox, Effect.gen(function*() {
  const intake = yield* Intake

  const refused = Effect.fnUntraced(function*({ pass }: Entrance, detail: string, start: Uint8Array) {
    yield* intake.traceBody(pass, yield* Clock.currentTimeMillis, refuse("PAYLOAD_DECODE_FAILED", "", detail), Buffer.from(start).toString("base64"))
  })

  const take = Effect.fn("Inbox.take")(function*({ adapterKey, config, id, tokenHash }: Listening, { payload, retained, topic }: Heard) {
    const entrance: Entrance = { pass: { sourceId: id, tokenHash }, adapterKey, config }
    yield* intake.room(id)
    if (payload.length > ingestLimits.bytes) return yield* refused(entrance, `more than ${ingestLimits.bytes} bytes`, payload.subarray(0, 1024))
    const body = yield* Effect.option(decodeText(payload))
    if (body._tag === "None") return yield* refused(entrance, "not UTF-8; its start is shown in base64", payload.subarray(0, 1024))
    yield* takeReports(intake, entrance, { body: body.value, contentType: "application/json", query: "", topic, retained })
  })

  return Inbox.of({
    take: (source, heard) => take(source, heard).pipe(
      Effect.catchTag(["Malformed", "Invalid", "TooLarge"], () => Effect.void), // traced, and no better the next time
      Effect.catchTag("Denied", () => Effect.fail(new NotTaken({ detail: "the data source is switched off or gone" }))),
      Effect.catchTag("NotNow", ({ reason }) => Effect.fail(new NotTaken({ detail: reasons[reason] })))
    )
  })
}))
