// Polls the Telegram bot: `/start CODE` links the chat to the user who requested the code. One worker at a time
// polls; messages wait at the server meanwhile.
import { Cause, Effect } from "effect"
import { notificationsIn } from "../domain/automation/notifications.ts"
import type { BotRefused, TelegramBot } from "./channels/telegramBot.ts"
import { ChatLinks, type BotMessage } from "./ports.ts"

/** PAUSE_TIME is how long to wait while another worker polls, and after a failure. */
const PAUSE_TIME = "10 seconds"

/** Returns the code of `/start CODE`, also in the form of groups (`/start@bot CODE`); null for anything else. */
const linkCodeIn = (text: string): string | null =>
  /^\/start(?:@\w+)?\s+([\w-]{8,64})\s*$/.exec(text)?.[1] ?? null

const isStart = (text: string): boolean => /^\/start\b/.test(text)

const say = (error: BotRefused) =>
  Effect.logWarning("the bot does not answer", { status: error.status, detail: error.detail })

/** Runs until interrupted. */
export const linkChats = Effect.fnUntraced(function* (bot: TelegramBot) {
  const links = yield* ChatLinks

  const answer = Effect.fnUntraced(function* (update: BotMessage) {
    if (!isStart(update.text)) return yield* links.skip(bot.id, update.updateId)
    const linked = yield* links.link(bot.id, update, linkCodeIn(update.text))
    const text =
      linked === null
        ? notificationsIn.en.chat.unknownCode // whose code it was is not known
        : notificationsIn[linked.language].chat.linked({ name: linked.name })
    yield* bot.send(update.chatId, text).pipe(Effect.catch(say)) // the chat is linked even if this does not arrive
  })

  const listen = Effect.gen(function* () {
    const from = yield* links.turn(bot.id)
    if (from === null) return yield* Effect.sleep(PAUSE_TIME)
    yield* Effect.forEach(yield* bot.updates(from), answer, { discard: true })
  })

  const introduce = Effect.flatMap(bot.username, (username) => links.introduce(bot.id, username))

  return yield* Effect.andThen(introduce, Effect.forever(listen)).pipe(
    Effect.catch(say),
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      (cause) => Effect.logError("listening to the bot pauses", cause)
    ),
    Effect.andThen(Effect.sleep(PAUSE_TIME)),
    Effect.forever,
    Effect.ensuring(Effect.ignoreCause(links.leave(bot.id)))
  )
})
