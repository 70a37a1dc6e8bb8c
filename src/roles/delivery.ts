// The part of background work that tells people and machines of events.
import { Effect, Layer } from "effect"
import type { DeliverySettings } from "../config/Settings.ts"
import { Dispatcher } from "../delivery/Dispatcher.ts"
import { linkChats } from "../delivery/LinkChats.ts"
import { Channels } from "../delivery/ports.ts"
import { Alerts } from "../store/events/Alerts.ts"
import { DeliverySql } from "../store/delivery/DeliverySql.ts"
import { Events } from "../store/events/Events.ts"
import { pool } from "../store/sql/Pg.ts"
import { TelegramLinksSql } from "../store/delivery/TelegramLinksSql.ts"
import { beating, forked, me } from "./running.ts"

/**
 * Automations: events become deliveries, deliveries go out, and the bot is listened to. The clients of the
 * world are loaded only here.
 */
export const deliveryLayer = (settings: DeliverySettings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { openChannels } = yield* Effect.promise(() => import("../delivery/channels/openChannels.ts"))
      const { bot, channels } = yield* openChannels(settings)
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
