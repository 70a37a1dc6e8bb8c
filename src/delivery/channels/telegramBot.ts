// The Telegram bot: the methods of the Bot API that are used. The token is part of every address, so no address
// is logged or shown.
import { Effect, Schema } from "effect"
import type { Dispatcher } from "undici"
import type { BotMessage } from "../ports.ts"
import { type NoAnswer, post } from "./post.ts"

/** POLL_SECONDS is how long a request for updates waits for one. */
const POLL_SECONDS = 25
const TIMEOUT_MS = 10_000
/**
 * MAX_UPDATES is how many updates are read at once, and MAX_UPDATES_BYTES their size: a message has up to
 * 4,096 characters, and metadata.
 */
const MAX_UPDATES = 20
const MAX_UPDATES_BYTES = 4 * 1024 * 1024

const Envelope = Schema.fromJsonString(
  Schema.Struct({
    ok: Schema.Boolean,
    result: Schema.optionalKey(Schema.Unknown),
    description: Schema.optionalKey(Schema.String),
    parameters: Schema.optionalKey(Schema.Struct({ retry_after: Schema.optionalKey(Schema.Finite) }))
  })
)

const Me = Schema.Struct({ username: Schema.String })
const Updates = Schema.Array(
  Schema.Struct({
    update_id: Schema.Int,
    message: Schema.optionalKey(
      Schema.Struct({ chat: Schema.Struct({ id: Schema.Int }), text: Schema.optionalKey(Schema.String) })
    )
  })
)

/** BotRefused is a refusal: the HTTP `status`, 0 where there was no answer. */
export interface BotRefused {
  readonly _tag: "BotRefused"
  readonly status: number
  readonly detail: string
  readonly retryAfterMs: number
}

const refused = (status: number, detail: string, retryAfterMs = 0): BotRefused => ({
  _tag: "BotRefused",
  status,
  detail,
  retryAfterMs
})

/** TelegramBot is the bot of the deployment. */
export interface TelegramBot {
  /** the number before the colon of the token */
  readonly id: string
  readonly username: Effect.Effect<string, BotRefused>
  readonly send: (chatId: string, text: string) => Effect.Effect<void, BotRefused>
  /**
   * Returns messages from an update on (`text` is empty for other updates); waits up to 25 seconds for one.
   * The server forgets earlier updates.
   */
  readonly updates: (from: number) => Effect.Effect<ReadonlyArray<BotMessage>, BotRefused>
}

const decode = Schema.decodeUnknownEffect(Envelope)

/** Makes the client; `apiUrl` has no trailing slash. */
export const telegramBot = (agent: Dispatcher, apiUrl: string, token: string): TelegramBot => {
  const call = <S extends Schema.ConstraintDecoder<unknown>>(
    method: string,
    parameters: object,
    result: S,
    timeoutMs = TIMEOUT_MS
  ): Effect.Effect<S["Type"], BotRefused> =>
    Effect.gen(function* () {
      const answer = yield* post(agent, {
        url: `${apiUrl}/bot${token}/${method}`,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(parameters),
        timeoutMs,
        mostRead: MAX_UPDATES_BYTES
      })
      const told = yield* decode(answer.text).pipe(
        Effect.mapError(() => refused(answer.status, `the bot API answered ${answer.status}`))
      )
      if (!told.ok)
        return yield* Effect.fail(
          refused(
            answer.status,
            told.description ?? `the bot API answered ${answer.status}`,
            (told.parameters?.retry_after ?? 0) * 1000
          )
        )
      return yield* Schema.decodeUnknownEffect(result)(told.result).pipe(
        Effect.mapError(() => refused(answer.status, "the bot API answered something else"))
      )
    }).pipe(
      Effect.catchTag("NoAnswer", ({ code }: NoAnswer) =>
        Effect.fail(refused(0, `the bot API cannot be reached: ${code}`))
      )
    )

  return {
    id: token.slice(0, token.indexOf(":")),
    username: Effect.map(call("getMe", {}, Me), (me) => me.username),
    // without a parse mode no character of the text is markup
    send: (chatId, text) =>
      Effect.asVoid(
        call(
          "sendMessage",
          {
            chat_id: chatId,
            text: text.slice(0, 4096).toWellFormed(),
            link_preview_options: { is_disabled: true }
          },
          Schema.Unknown
        )
      ),
    updates: (from) =>
      Effect.map(
        call(
          "getUpdates",
          { offset: from, timeout: POLL_SECONDS, allowed_updates: ["message"], limit: MAX_UPDATES },
          Updates,
          (POLL_SECONDS + 10) * 1000
        ),
        (found) =>
          found.map(({ message, update_id }) => ({
            updateId: update_id,
            chatId: message === undefined ? "" : String(message.chat.id),
            text: message?.text ?? ""
          }))
      )
  }
}
