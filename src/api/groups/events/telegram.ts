// Handlers of the caller's Telegram chat.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { TelegramChats } from "../../../store/delivery/TelegramChats.ts"

/** `TelegramLive` links and unlinks the chat in which the caller gets messages. */
export const TelegramLive = HttpApiBuilder.group(
  Api,
  "telegram",
  Effect.fnUntraced(function* (handlers) {
    const chats = yield* TelegramChats
    return handlers.handleAll({
      get: () => Effect.flatMap(CurrentActor, chats.get),
      makeCode: () => Effect.flatMap(CurrentActor, chats.makeCode),
      unlink: () => Effect.flatMap(CurrentActor, chats.unlink)
    })
  })
)
