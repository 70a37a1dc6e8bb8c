// What listeners hear, through the door of intake. What was heard together is one delivery, in its order.
// Refusals leave their trace and are done with.
import { Effect, Layer } from "effect"
import { ingestLimits } from "../domain/intake/ingestLimits.ts"
import { Intake, type IntakeUnavailable, type Message, type UnreadableMessage } from "../intake/ports.ts"
import { receive, unreadable } from "../intake/receive.ts"
import { type Heard, type HeldSource, Inbox, NotTaken } from "./ports.ts"

const reasons: Readonly<Record<IntakeUnavailable["reason"], string>> = {
  database: "the database does not answer",
  backlog: "the rules are too far behind",
  crowded: "too much is waiting to be stored",
  project_backlog: "the rules of the project that its devices are in are too far behind"
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

const textIn = (payload: Uint8Array): string | null => {
  try {
    return utf8.decode(payload)
  } catch {
    return null
  }
}

/** Of a payload that is no text its trace shows the start, in base64. */
const illegible = (
  reason: UnreadableMessage["reason"],
  detail: string,
  payload: Uint8Array
): UnreadableMessage =>
  unreadable(
    reason,
    "PAYLOAD_DECODE_FAILED",
    detail,
    Buffer.from(payload.subarray(0, 1024)).toString("base64")
  )

const messageOf = ({ at, payload, retained, topic }: Heard): Message | UnreadableMessage => {
  if (payload.length > ingestLimits.bytes)
    return illegible("too_large", `more than ${ingestLimits.bytes} bytes`, payload)
  const body = textIn(payload)
  if (body === null) return illegible("malformed", "not UTF-8; its start is shown in base64", payload)
  return { body, contentType: "application/json", query: "", topic, retained, receivedAt: at }
}

/** InboxLive implements Inbox with the intake of the process. */
export const InboxLive = Layer.effect(
  Inbox,
  Effect.gen(function* () {
    const intake = yield* Intake

    const take = Effect.fn("Inbox.take")(function* (
      { adapterKey, config, id, tokenHash }: HeldSource,
      group: ReadonlyArray<Heard>
    ) {
      yield* intake.checkBacklog(id)
      const source = { credential: { sourceId: id, tokenHash }, adapterKey, config }
      yield* receive(intake, [{ source, messages: group.map(messageOf) }])
    })

    return Inbox.of({
      take: (source, group) =>
        Effect.catchTags(take(source, group), {
          Denied: () => Effect.fail(new NotTaken({ detail: "the data source is switched off or gone" })),
          IntakeUnavailable: ({ detail, reason }) =>
            Effect.fail(new NotTaken({ detail: detail ?? reasons[reason] }))
        })
    })
  })
)
