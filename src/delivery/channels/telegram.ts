// Telegram messages to users who linked their chat.
import { Effect } from "effect"
import { textOf } from "../../domain/automation/Message.ts"
import { failed, type Outcome, sent, skipped } from "../../domain/automation/Outcome.ts"
import type { Channel } from "../ports.ts"
import type { BotRefused, TelegramBot } from "./telegramBot.ts"

const outcomeOf = ({ detail, retryAfterMs, status }: BotRefused): Outcome =>
  status === 0
    ? failed("UNREACHABLE", detail)
    : // 400: there is no such chat; 403: the bot was blocked. Neither is transient.
      failed("CHAT_REFUSED", detail, { final: status === 400 || status === 403, retryAfterMs })

/** Makes the channel; `bot` null: the deployment has none. */
export const telegram =
  (bot: TelegramBot | null): Channel =>
  (claimed) => {
    if (bot === null) return Effect.succeed(skipped("TELEGRAM_NOT_SET_UP", "there is no bot"))
    if (claimed.chatId === null)
      return Effect.succeed(skipped("CHAT_NOT_LINKED", "the user has linked no chat"))
    return bot.send(claimed.chatId, textOf(claimed, claimed.language)).pipe(
      Effect.as(sent("accepted by the bot API")),
      Effect.catch((error) => Effect.succeed(outcomeOf(error)))
    )
  }
