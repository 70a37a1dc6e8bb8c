// One connection to an MQTT broker, in version 5, or 3.1.1 where the broker knows no other. The client's own
// reconnecting is off: a connection that ended takes its unacknowledged messages with it, so that nothing of
// it can be acknowledged in the next one.
import { Deferred, Effect } from "effect"
import * as mqtt from "mqtt"
import type { Protocol } from "../../domain/tracking/DataSource.ts"
import { type Connect, type Listening, Lost, type Take } from "../ports.ts"
import { bePatient } from "./bePatient.ts"
import { dismissed, explainBroker, hungUp, older, orOlder } from "./explainBroker.ts"
import { NO_EXPIRY_SECONDS, optionsOf } from "./optionsOf.ts"
import { storeInOrder } from "./storeInOrder.ts"
import { subscribe } from "./subscribe.ts"

const notStored = (detail: string) =>
  new Lost({
    code: "NOT_STORED",
    detail: `What came could not be stored: ${detail}.`,
    remedy: "The broker keeps it and sends it again."
  })

/**
 * Connects, and hears from the first moment on: a session that was kept brings messages before anything is
 * asked for.
 */
const call = (protocol: Protocol, source: Listening, take: Take) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const greeted = yield* Deferred.make<mqtt.IConnackPacket, Lost>(),
        ended = yield* Deferred.make<never, Lost>()
      const client = mqtt.connect(source.broker.url, { ...optionsOf(source, protocol), manualConnect: true })
      const { isHalted, run } = yield* storeInOrder(client, take)
      const end = (why: Lost) => {
        // nothing happens where it greeted us
        Deferred.doneUnsafe(greeted, Effect.fail(protocol === "5" ? orOlder(why) : why))
        Deferred.doneUnsafe(ended, Effect.fail(why))
      }
      bePatient(client, isHalted)
      client.on("connect", (packet) => void Deferred.doneUnsafe(greeted, Effect.succeed(packet)))
      client.on("error", (error) => end(explainBroker(error)))
      client.on("disconnect", ({ reasonCode }) => end(dismissed(reasonCode)))
      client.on("close", () => end(hungUp))
      client.connect()
      return { client, ended: Deferred.await(ended), greeting: Deferred.await(greeted), store: run }
    }),
    // without a farewell, so that the last will is carried out
    ({ client }) => Effect.callback<void>((resume) => void client.end(true, {}, () => resume(Effect.void)))
  )

const openSession = (protocol: Protocol, ...[source, connected, take]: Parameters<Connect>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { status_topic, topics } = source.broker
      const { client, ended, greeting, store } = yield* call(protocol, source, take)
      const arrive = Effect.gen(function* () {
        const kept = (yield* greeting).properties?.sessionExpiryInterval
        if (kept !== undefined && kept < NO_EXPIRY_SECONDS) {
          yield* Effect.logWarning(
            "a data source's broker keeps what comes while nobody listens for some time only",
            {
              data_source_id: source.id,
              seconds: kept,
              remedy: "raise the longest expiry of a session in the broker's configuration"
            }
          )
        }
        yield* subscribe(client, topics)
        if (status_topic !== undefined) client.publish(status_topic, "online", { qos: 1, retain: true })
        yield* connected(protocol)
        return yield* ended
      })
      return yield* Effect.raceFirst(
        arrive,
        store.pipe(
          Effect.mapError(({ detail }) => notStored(detail)),
          Effect.catchDefect((defect) =>
            Effect.andThen(
              Effect.logError("what a data source's broker sent met a defect", defect, {
                data_source_id: source.id
              }),
              Effect.fail(notStored("the program met a defect"))
            )
          )
        )
      )
    })
  )

/** Connects to a broker and stores its messages. */
export const connectMqtt: Connect = (...given) =>
  openSession("5", ...given).pipe(
    Effect.catchIf(
      (why) => why === older,
      () => openSession("3.1.1", ...given)
    )
  )
