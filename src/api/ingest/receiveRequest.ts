// From the body of a request to the text of its answer: one message, received as any other, and its outcomes in
// the words of the contract.
import { Effect } from "effect"
import { Invalid, Malformed, TooLarge } from "../../contract/http/errors.ts"
import { decoders } from "../../domain/intake/decode/registry.ts"
import type { AuthenticatedSource, Intake, Message, Outcome, UnreadableMessage } from "../../intake/ports.ts"
import { receive } from "../../intake/receive.ts"

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

/** What the sender of a body is told that cannot be read. */
const problemOf = ({
  code,
  reason,
  refusal: { detail }
}: UnreadableMessage): Invalid | Malformed | TooLarge => {
  switch (reason) {
    case "too_deep":
      return Invalid.at("", code, detail)
    case "too_large":
      return new TooLarge({ code, detail })
    case "malformed":
      return new Malformed({ code, detail })
  }
}

/** A body over HTTP, as a message. */
export const posted = (body: string, contentType: string, query = ""): Message => ({
  body,
  contentType: contentType.split(";", 1)[0]!.trim().toLowerCase(),
  query,
  topic: "",
  retained: false,
  receivedAt: null
})

/** An answer: JSON text, and the status it goes under. */
export interface Reply {
  readonly status: 200 | 202
  readonly text: string
}

/** Receives what came by HTTP from a source whose token was good; what its sender is told. */
export const receiveRequest = (intake: Intake["Service"], source: AuthenticatedSource, message: Message) =>
  Effect.flatMap(
    receive(intake, [{ source, messages: [message] }]),
    ({ stored: [outcomes = []], unread: [bad] }) => {
      if (bad !== undefined) return Effect.fail(problemOf(bad.message))
      const { reply } = decoders[source.adapterKey]
      const answer: Reply = { status: reply?.status ?? 202, text: reply?.body ?? writeAnswer(outcomes) }
      return Effect.succeed(answer)
    }
  )
