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

/** The clients of the world: loaded when the first source needs one, which most deployments never have. */
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

/** Several may run: each source is one's at a time. */
export const listenLayer = (options: ListenOptions, pace?: Pace) =>
  Layer.unwrap(
    Effect.map(listen(connect, pace), ({ progress, run }) =>
      Layer.merge(forked(run), beating("listen", progress))
    )
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
