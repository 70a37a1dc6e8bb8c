// The Bot API as the server of Telegram has it, for the methods that are used: updates wait until they are
// confirmed by a later offset.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { openReceiver } from "./receiver.ts"

export const BOT_TOKEN = "7001:AAtestAAtestAAtestAAtestAAtestAAtest"

export interface BotServer {
  readonly url: string
  /** Somebody writes in a chat. */
  readonly write: (chatId: number, text: string) => void
  /** What the bot wrote, oldest first. */
  readonly sent: ReadonlyArray<{ readonly chatId: string; readonly text: string }>
  /** Waits until the bot wrote so often in all. */
  readonly wrote: (count: number) => Effect.Effect<void>
  /** Updates that were handed out and not confirmed yet. */
  readonly unconfirmed: () => number
  /** What to answer to a message to a chat; null: it is taken. */
  refuse: (
    chatId: string
  ) => { readonly status: number; readonly description: string; readonly retryAfter?: number } | null
}

interface Update {
  readonly update_id: number
  readonly message: { readonly chat: { readonly id: number }; readonly text: string }
}

/** Updates of one bot are numbered through, however often its server is opened. */
let next = 100

/** Listens until the scope closes. */
export const openBotServer: Effect.Effect<BotServer, never, Scope> = Effect.gen(function* () {
  let updates: Array<Update> = []
  const sent: Array<{ readonly chatId: string; readonly text: string }> = []
  const polls = new Set<() => void>()
  const readers = new Set<() => void>()
  const wake = (waiting: Set<() => void>) => {
    for (const each of waiting) each()
    waiting.clear()
  }
  const server = { refuse: (() => null) as BotServer["refuse"] }
  const { url } = yield* openReceiver((response, request) => {
    const answer = (result: unknown) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ ok: true, result }))
    const refuse = (status: number, description: string, more: object = {}) =>
      response.writeHead(status).end(JSON.stringify({ ok: false, error_code: status, description, ...more }))
    const method = request.path.replace(`/bot${BOT_TOKEN}/`, "")
    if (method === request.path) return void refuse(401, "Unauthorized")
    const sentBody = JSON.parse(request.body)
    switch (method) {
      case "getMe":
        return void answer({ id: 7001, is_bot: true, username: "pugmark_test_bot" })
      case "sendMessage": {
        const chatId = String(sentBody.chat_id)
        const refusal = server.refuse(chatId)
        if (refusal !== null)
          return void refuse(
            refusal.status,
            refusal.description,
            refusal.retryAfter === undefined ? {} : { parameters: { retry_after: refusal.retryAfter } }
          )
        sent.push({ chatId, text: sentBody.text })
        wake(readers)
        return void answer({ message_id: sent.length })
      }
      case "getUpdates": {
        updates = updates.filter((u) => u.update_id >= sentBody.offset)
        if (updates.length > 0) return void answer(updates)
        return void polls.add(() => void answer(updates))
      }
      default:
        return void refuse(404, "Not Found")
    }
  })
  return Object.assign(server, {
    url,
    sent,
    write: (chatId: number, text: string) => {
      updates.push({ update_id: next++, message: { chat: { id: chatId }, text } })
      wake(polls)
    },
    wrote: (count: number) =>
      Effect.promise(async () => {
        while (sent.length < count) await new Promise<void>((resolve) => void readers.add(resolve))
      }),
    unconfirmed: () => updates.length
  })
})
