// The one door of intake. Whatever comes, by HTTP, from a broker or out of what was kept, is read into items,
// each item is judged, and all of it is handed over to be stored.
import { Clock, Effect, Result } from "effect"
import { accept } from "../domain/intake/accept.ts"
import type { Refusal, Report } from "../domain/intake/Report.ts"
import type {
  Delivery,
  KeptDelivery,
  Message,
  Receiver,
  SourceCredential,
  Submission,
  UnreadableMessage
} from "./ports.ts"
import { mayHoldAnything, readMessage, validate } from "./readMessage.ts"

/** Items judged in one go, before others have a turn. */
const TURN = 2000

/** A message that could not be read, and who sent it. */
interface Unread {
  readonly credential: SourceCredential
  readonly message: UnreadableMessage
}

/** What became of deliveries: what storing them gave, and the messages of which there is only a trace. */
export interface Received<Stored> {
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
        if (verdicts.length % TURN === 0) yield* Effect.yieldNow
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
