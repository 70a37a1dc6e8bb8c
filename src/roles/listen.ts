// The role that listens to data sources: to brokers, and to websocket servers.
import { Effect, Layer } from "effect"
import { InboxLive } from "../listeners/inbox.ts"
import { listen, type Pace } from "../listeners/listen.ts"
import { AllowPrivateServers, type AnyListening, type Connect } from "../listeners/ports.ts"
import { IntakeSql, type IntakeOptions } from "../store/intake/IntakeSql.ts"
import { pool } from "../store/sql/Pg.ts"
import { SubscriptionsSql } from "../store/intake/SubscriptionsSql.ts"
import { heartbeat, inBackground, workerName } from "./background.ts"

/** ListenOptions are the options of the role. */
export interface ListenOptions extends IntakeOptions {
  /** whether websocket servers may be in private networks */
  readonly websocketAllowPrivate: boolean
}

/** Connects to a source; the clients are loaded at the first one, because most deployments never have one. */
const connect: Connect<AnyListening> = Effect.fnUntraced(function* (source, connected, take) {
  if ("websocket" in source) {
    const { connectWebsocket } = yield* Effect.promise(
      () => import("../listeners/websocket/connectWebsocket.ts")
    )
    return yield* connectWebsocket(source, connected, take)
  }
  const { connectMqtt } = yield* Effect.promise(() => import("../listeners/mqtt/connectMqtt.ts"))
  return yield* connectMqtt(source, connected, take)
})

/** Listens to the sources. Several may run: each source has one listener at a time. */
export const listenLayer = (options: ListenOptions, pace?: Pace) =>
  Layer.unwrap(
    Effect.map(listen(connect, pace), ({ progress, run }) =>
      Layer.merge(inBackground(run), heartbeat("listen", progress))
    )
  ).pipe(
    Layer.provide([
      InboxLive,
      SubscriptionsSql(workerName),
      Layer.succeed(AllowPrivateServers, options.websocketAllowPrivate)
    ]),
    Layer.provide(IntakeSql(options)),
    Layer.provide(
      pool({
        role: "pugmark_ingest",
        copies: true,
        maxConnections: 4,
        applicationName: "pugmark listen",
        statementTimeoutMs: 10_000
      })
    )
  )
