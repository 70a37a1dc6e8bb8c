// Opens the channels of one process, by its settings.
import { Effect } from "effect"
import { Channels } from "../ports.ts"
import { email, type MailSettings } from "./email.ts"
import { anyAgent, publicAgent } from "./publicAgent.ts"
import { telegram } from "./telegram.ts"
import { telegramBot } from "./telegramBot.ts"
import { webhook } from "./webhook.ts"

/** ChannelSettings are the settings of all channels. */
export interface ChannelSettings extends MailSettings {
  /** null: no Telegram chats */
  readonly telegramBotToken: string | null
  /** without a trailing slash */
  readonly telegramApiUrl: string
  readonly webhookAllowPrivate: boolean
}

/**
 * Opens the channels, and the bot that chats are linked with (null: there is none). Their connections end
 * with the scope.
 */
export const openChannels = Effect.fnUntraced(function* (settings: ChannelSettings) {
  const any = anyAgent()
  const called = settings.webhookAllowPrivate ? any : publicAgent()
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([any.destroy(), called.destroy()])))
  const bot =
    settings.telegramBotToken === null
      ? null
      : telegramBot(any, settings.telegramApiUrl, settings.telegramBotToken)
  return {
    bot,
    channels: Channels.of({ webhook: webhook(called), email: email(settings), telegram: telegram(bot) })
  }
})
