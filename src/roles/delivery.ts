// The part of background work that tells people and machines of events.
import { Effect, Layer, Scope } from "effect"
import type { DeliverySettings } from "../config/Settings.ts"
import { Dispatcher } from "../delivery/Dispatcher.ts"
import { linkChats } from "../delivery/LinkChats.ts"
import { type Channel, Channels } from "../delivery/ports.ts"
import type { ActionType } from "../domain/automation/Action.ts"
import { messageLinks } from "../domain/automation/Message.ts"
import { Alerts } from "../store/events/Alerts.ts"
import { DeliverySql } from "../store/delivery/DeliverySql.ts"
import { Events } from "../store/events/Events.ts"
import { pool } from "../store/sql/Pg.ts"
import { TelegramLinksSql } from "../store/delivery/TelegramLinksSql.ts"
import { beating, forked, me } from "./running.ts"

/** How messages reach the world, and where their links lead. */
export interface MessageSettings extends DeliverySettings {
  /** null or absent: messages carry no links */
  readonly publicUrl?: string | null
}

const NO_LINKS =
  "messages of automations carry no links: set PUBLIC_URL, the address at which people reach this service, where " +
  "the role work runs"

/**
 * The clients of the world: loaded for the first delivery, which most deployments never have, and open until
 * the last one has ended. Loading goes on where that delivery is broken off: the next one waits for it too.
 */
const openLater = Effect.fnUntraced(function* ({ publicUrl = null, ...settings }: MessageSettings) {
  const scope = yield* Effect.acquireRelease(Scope.make(), Scope.close)
  const opened = yield* Effect.cached(
    Effect.promise(() => import("../delivery/channels/openChannels.ts")).pipe(
      // once in the life of a process, with its first message
      Effect.tap(() => (publicUrl === null ? Effect.logWarning(NO_LINKS) : Effect.void)),
      Effect.flatMap(({ openChannels }) => openChannels(settings)),
      Scope.provide(scope),
      Effect.uninterruptible
    )
  )
  const by =
    (type: ActionType): Channel =>
    (claimed) => {
      // every channel makes its message of what was claimed, so none goes without
      const told =
        publicUrl === null || claimed.event === null
          ? claimed
          : { ...claimed, links: messageLinks(publicUrl, claimed) }
      return Effect.flatMap(opened, ({ channels }) => channels[type](told))
    }
  return {
    channels: Channels.of({ webhook: by("webhook"), email: by("email"), telegram: by("telegram") }),
    bot: settings.telegramBotToken === null ? null : (yield* opened).bot
  }
})

/** Automations: events become deliveries, deliveries go out, and the bot, where there is one, is listened to. */
export const deliveryLayer = (settings: MessageSettings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { bot, channels } = yield* openLater(settings)
      const dispatching = Layer.unwrap(
        Effect.map(Dispatcher, ({ progress, run }) => Layer.merge(forked(run), beating("delivery", progress)))
      ).pipe(Layer.provide(Dispatcher.layer), Layer.provide(Layer.succeed(Channels, channels)))
      return bot === null ? dispatching : Layer.merge(dispatching, forked(linkChats(bot)))
    })
  ).pipe(
    Layer.provide(DeliverySql.pipe(Layer.provide(Layer.mergeAll(Alerts.layer, Events.layer)))),
    Layer.provide(TelegramLinksSql(me)),
    Layer.provide(
      pool({
        role: "pugmark_work",
        maxConnections: 5,
        applicationName: "pugmark delivery",
        statementTimeoutMs: 30_000
      })
    )
  )
