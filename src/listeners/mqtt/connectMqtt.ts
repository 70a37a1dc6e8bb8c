// One connection to an MQTT broker. The client's own reconnecting is off: a connection that ended takes its unacknowledged messages with
// it, so that nothing of it can be acknowledged in the next one.
import { Deferred, Effect, Exit, FiberSet } from "effect"
import * as mqtt from "mqtt"
import { type Connect, Lost } from "../ports.ts"
import { deaf, explainBroker } from "./explainBroker.ts"
import { optionsOf } from "./optionsOf.ts"

const REFUSED = 128

const notStored = (detail: string) => new Lost({ code: "NOT_STORED", detail: `What came could not be stored: ${detail}.`, remedy: "The broker keeps it and sends it again." })

export const connectMqtt: Connect = (source, connected, take) => Effect.scoped(Effect.gen(function*() {
  const { status_topic, topics, url } = source.broker
  const fork = yield* FiberSet.makeRuntime()
  const lost = yield* Deferred.make<never, Lost>()
  const end = (why: Lost) => Deferred.doneUnsafe(lost, Effect.fail(why))

  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const client = mqtt.connect(url, optionsOf(source))
      // the acknowledgement goes out when `done` is called; a message that failed keeps it, and with it all that come after
      client.handleMessage = ({ payload, retain, topic }, done) => {
        fork(take({ topic, payload: typeof payload === "string" ? Buffer.from(payload) : payload, retained: retain })).addObserver((exit) => {
          if (Exit.isSuccess(exit)) return done()
          const error = exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error
          end(notStored(error?.detail ?? "the program met a defect"))
        })
      }
      client.on("connect", () => {
        client.subscribe([...topics], { qos: 1 }, (error, granted) => {
          const refused = (granted ?? []).filter(({ qos }) => qos === REFUSED).map(({ topic }) => topic)
          if (refused.length > 0) return end(deaf(refused))
          if (error !== null) return end(/unspecified|subscribe/i.test(error.message) ? deaf(topics) : explainBroker(error))
          if (status_topic !== undefined) client.publish(status_topic, "online", { qos: 1, retain: true })
          fork(connected)
        })
      })
      client.on("error", (error) => end(explainBroker(error)))
      client.on("close", () => end(explainBroker(new Error("the broker closed the connection"))))
      return client
    }),
    // without a farewell, so that the last will is carried out
    (client) => Effect.callback<void>((resume) => void client.end(true, {}, () => resume(Effect.void)))
  )
  return yield* Deferred.await(lost)
}))
