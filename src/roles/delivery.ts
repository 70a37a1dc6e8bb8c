// The part of background work that sends events to people and programs.
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
import { heartbeat, inBackground, workerName } from "./background.ts"

/** MessageSettings are the settings of channels, and where links in messages lead. */
export interface MessageSettings extends DeliverySettings {
  /** null or absent: messages have no links */
  readonly publicUrl?: string | null
}

const MISSING_LINKS_WARNING =
  "messages of automations carry no links: set PUBLIC_URL, the address at which people reach this service, where " +
  "the role work runs"

/**
 * Opens the channels at the first delivery, because most deployments never have one, and keeps them until the
 * scope ends. An interrupted delivery does not stop the loading: the next one waits for it.
 */
const openLater = Effect.fnUntraced(function* ({ publicUrl = null, ...settings }: MessageSettings) {
  const scope = yield* Effect.acquireRelease(Scope.make(), Scope.close)
  const opened = yield* Effect.cached(
    Effect.promise(() => import("../delivery/channels/openChannels.ts")).pipe(
      // once in the life of a process, with its first message
      Effect.tap(() => (publicUrl === null ? Effect.logWarning(MISSING_LINKS_WARNING) : Effect.void)),
      Effect.flatMap(({ openChannels }) => openChannels(settings)),
      Scope.provide(scope),
      Effect.uninterruptible
    )
  )
  const by =
    (type: ActionType): Channel =>
    (claimed) => {
      // every channel makes its message from the claim, so it has the links
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

/** Automations: events become deliveries, deliveries are sent, and the bot, where there is one, is polled. */
export const deliveryLayer = (settings: MessageSettings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { bot, channels } = yield* openLater(settings)
      const dispatching = Layer.unwrap(
        Effect.map(Dispatcher, ({ progress, run }) =>
          Layer.merge(inBackground(run), heartbeat("delivery", progress))
        )
      ).pipe(Layer.provide(Dispatcher.layer), Layer.provide(Layer.succeed(Channels, channels)))
      return bot === null ? dispatching : Layer.merge(dispatching, inBackground(linkChats(bot)))
    })
  ).pipe(
    Layer.provide(DeliverySql.pipe(Layer.provide(Layer.mergeAll(Alerts.layer, Events.layer)))),
    Layer.provide(TelegramLinksSql(workerName)),
    Layer.provide(
      pool({
        role: "pugmark_work",
        maxConnections: 5,
        applicationName: "pugmark delivery",
        statementTimeoutMs: 30_000
      })
    )
  )
