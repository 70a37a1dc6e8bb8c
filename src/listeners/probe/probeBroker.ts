// Tries a source's broker under another name and with a session that nobody keeps, so that the listener at work is not disturbed.
import { Effect } from "effect"
import * as mqtt from "mqtt"
import { broken, passed, type SourceCheck } from "../../domain/tracking/SourceTest.ts"
import { deaf, explainBroker } from "../mqtt/explainBroker.ts"
import { clientIdOf, optionsOf } from "../mqtt/optionsOf.ts"
import type { Listening, Lost } from "../ports.ts"

const REFUSED = 128

const lost = (name: "broker" | "topics", { code, detail, remedy }: Lost) => broken(name, code, detail, remedy)

const NO_ANSWER = broken("broker", "ETIMEDOUT", "The broker does not answer.", "Check the address, and whether a firewall is between.")

/** One check of the broker, and one of the topics where it let us in. */
export const probeBroker = (source: Pick<Listening, "broker" | "id" | "password">): Effect.Effect<ReadonlyArray<SourceCheck>> => {
  const { topics, url } = source.broker
  const { will: _, ...options } = optionsOf(source)
  return Effect.acquireUseRelease(
    Effect.sync(() => mqtt.connect(url, { ...options, clientId: `${clientIdOf(source)}-test`, clean: true })),
    (client) => Effect.callback<ReadonlyArray<SourceCheck>>((resume) => {
      const say = (...checks: ReadonlyArray<SourceCheck>) => resume(Effect.succeed(checks))
      client.on("error", (error) => say(lost("broker", explainBroker(error))))
      client.on("close", () => say(lost("broker", explainBroker(new Error("the broker closed the connection")))))
      client.on("connect", () => {
        const broker = passed("broker", "CONNECTED", "The broker lets us in.")
        client.subscribe([...topics], { qos: 1 }, (error, granted) => {
          const refused = (granted ?? []).filter(({ qos }) => qos === REFUSED).map(({ topic }) => topic)
          if (error !== null || refused.length > 0) say(broker, lost("topics", deaf(refused.length > 0 ? refused : topics)))
          else say(broker, passed("topics", "SUBSCRIBED", `The broker gives us ${topics.join(", ")}.`))
        })
      })
    }),
    (client) => Effect.sync(() => void client.end(true))
  ).pipe(Effect.timeoutOrElse({ duration: "15 seconds", orElse: () => Effect.succeed([NO_ANSWER]) }))
}
