// The part that listens for data sources: to brokers, and to websocket servers.
import { Effect, Layer } from "effect"
import { InboxLive } from "../listeners/inbox.ts"
import { listen, type Pace } from "../listeners/listen.ts"
import { AllowPrivateServers, type AnyListening, type Connect } from "../listeners/ports.ts"
import { IntakeSql, type IntakeOptions } from "../store/intake/IntakeSql.ts"
import { pool } from "../store/sql/Pg.ts"
import { SubscriptionsSql } from "../store/intake/SubscriptionsSql.ts"
import { beating, forked, me } from "./running.ts"

export interface ListenOptions extends IntakeOptions {
  /** websocket servers may be of this network */
  readonly websocketAllowPrivate: boolean
}

/** Several may run: each source is one's at a time. The clients of the world are loaded only here. */
export const listenLayer = (options: ListenOptions, pace?: Pace) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { connectMqtt } = yield* Effect.promise(() => import("../listeners/mqtt/connectMqtt.ts"))
      const { connectWebsocket } = yield* Effect.promise(
        () => import("../listeners/websocket/connectWebsocket.ts")
      )
      const connect: Connect<AnyListening> = (source, connected, take) =>
        "websocket" in source
          ? connectWebsocket(source, connected, take)
          : connectMqtt(source, connected, take)
      return Layer.unwrap(
        Effect.map(listen(connect, pace), ({ progress, run }) =>
          Layer.merge(forked(run), beating("listen", progress))
        )
      )
    })
  ).pipe(
    Layer.provide([
      InboxLive,
      SubscriptionsSql(me),
      Layer.succeed(AllowPrivateServers, options.websocketAllowPrivate)
    ]),
    Layer.provide(IntakeSql(options)),
    Layer.provide(
      pool({
        role: "pugmark_ingest",
        maxConnections: 4,
        applicationName: "pugmark listen",
        statementTimeoutMs: 10_000
      })
    )
  )
