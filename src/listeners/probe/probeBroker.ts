// Tries a source's broker under another name and with a session that is not kept, so that the listener at
// work is not disturbed.
import { Effect } from "effect"
import * as mqtt from "mqtt"
import { failedCheck, passedCheck, type SourceCheck } from "../../domain/tracking/SourceTest.ts"
import type { Protocol } from "../../domain/tracking/DataSource.ts"
import { explainBroker, hungUp, older, orOlder } from "../mqtt/explainBroker.ts"
import { clientIdOf, optionsOf } from "../mqtt/optionsOf.ts"
import { subscribe } from "../mqtt/subscribe.ts"
import type { Listening, Lost } from "../ports.ts"

type Tried = Pick<Listening, "broker" | "id" | "password">

const lost = (name: "broker" | "topics", { code, detail, remedy }: Lost) =>
  failedCheck(name, code, detail, remedy)

const NO_ANSWER_CHECK = failedCheck(
  "broker",
  "ETIMEDOUT",
  "The broker does not answer.",
  "Check the address, and whether a firewall is between."
)

const QUEUE_REMEDY =
  "Give its queues room for the longest time away (mosquitto: max_queued_messages 0, which is without " +
  "a limit)"

/**
 * What a broker does with more than it may hand over. It does not say when it drops, and no client can ask
 * it.
 */
const queueOf = (protocol: Protocol): SourceCheck =>
  protocol === "5"
    ? {
        ...passedCheck(
          "queue",
          "QUEUE_WHILE_AWAY",
          "MQTT 5: while Pugmark listens, the broker may hand over thousands of messages at a time. " +
            "While it is away, the broker keeps as many as its queue holds (mosquitto: 1,000) and " +
            "drops what comes then, without a word."
        ),
        remedy: `${QUEUE_REMEDY}.`
      }
    : {
        ...passedCheck(
          "queue",
          "QUEUE_LIMIT",
          "MQTT 3.1.1: the broker hands over few messages at a time (mosquitto: 20). What comes faster than " +
            "they are stored, or while Pugmark is away, waits in its queue (mosquitto: 1,000); beyond " +
            "that it drops messages without a word."
        ),
        remedy: `${QUEUE_REMEDY}, or use a broker that speaks MQTT 5.`
      }

const greeted = (client: mqtt.MqttClient) =>
  Effect.callback<void, Lost>((resume) => {
    client.on("error", (error) => resume(Effect.fail(explainBroker(error))))
    client.on("close", () => resume(Effect.fail(hungUp)))
    client.on("connect", () => resume(Effect.void))
    client.connect()
  })

const tryWith = (protocol: Protocol, source: Tried): Effect.Effect<ReadonlyArray<SourceCheck>, Lost> => {
  const { topics, url } = source.broker
  const { properties: _, will: __, ...options } = optionsOf(source, protocol)
  const welcome = passedCheck("broker", "CONNECTED", `The broker lets us in, and speaks MQTT ${protocol}.`)
  return Effect.acquireUseRelease(
    Effect.sync(() =>
      mqtt.connect(url, {
        ...options,
        clientId: `${clientIdOf(source)}-test`,
        clean: true,
        manualConnect: true
      })
    ),
    (client) =>
      greeted(client).pipe(
        Effect.mapError((why) => (protocol === "5" ? orOlder(why) : why)),
        Effect.andThen(
          Effect.match(subscribe(client, topics), {
            onSuccess: () => [
              welcome,
              passedCheck("topics", "SUBSCRIBED", `The broker gives us ${topics.join(", ")}.`),
              queueOf(protocol)
            ],
            onFailure: (why) => [welcome, lost("topics", why)]
          })
        )
      ),
    (client) => Effect.sync(() => void client.end(true))
  )
}

/** One check of the broker, and where it let us in of the topics, and of what it does with too much. */
export const probeBroker = (source: Tried): Effect.Effect<ReadonlyArray<SourceCheck>> =>
  tryWith("5", source).pipe(
    Effect.catchIf(
      (why) => why === older,
      () => tryWith("3.1.1", source)
    ),
    Effect.catch((why) => Effect.succeed([lost("broker", why)])),
    Effect.timeoutOrElse({ duration: "15 seconds", orElse: () => Effect.succeed([NO_ANSWER_CHECK]) })
  )
