// The part that listens to the brokers of data sources.
import { Effect, Layer } from "effect"
import { InboxLive } from "../listeners/inbox.ts"
import { listen, type Pace } from "../listeners/listen.ts"
import { IntakeSql, type IntakeOptions } from "../store/intake/IntakeSql.ts"
import { pool } from "../store/sql/Pg.ts"
import { SubscriptionsSql } from "../store/intake/SubscriptionsSql.ts"
import { beating, forked, me } from "./running.ts"

/**
 * Listens to the brokers of data sources. Several may run: each source is one's at a time. The client of
 * brokers is loaded only here.
 */
export const listenLayer = (options: IntakeOptions, pace?: Pace) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { connectMqtt } = yield* Effect.promise(() => import("../listeners/mqtt/connectMqtt.ts"))
      return Layer.unwrap(
        Effect.map(listen(connectMqtt, pace), ({ progress, run }) =>
          Layer.merge(forked(run), beating("listen", progress))
        )
      )
    })
  ).pipe(
    Layer.provide([InboxLive, SubscriptionsSql(me)]),
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
