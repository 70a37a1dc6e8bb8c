// Asks a broker for topics.
import { Effect } from "effect"
import type { MqttClient } from "mqtt"
import type { Lost } from "../ports.ts"
import { deaf, explainBroker } from "./explainBroker.ts"

/** From here on a code of SUBACK is a refusal: 128 in MQTT 3.1.1, with a reason in 5. */
const MIN_REFUSAL_CODE = 128

/** Returns all of them at QoS 1, or why not. */
export const subscribe = (client: MqttClient, topics: ReadonlyArray<string>): Effect.Effect<void, Lost> =>
  Effect.callback((resume) => {
    client.subscribe([...topics], { qos: 1 }, (error, _, answer) => {
      const codes = answer?.granted ?? []
      const refused = topics.filter((_, i) => Number(codes[i]) >= MIN_REFUSAL_CODE)
      resume(
        refused.length > 0
          ? Effect.fail(deaf(refused))
          : error === null
            ? Effect.void
            : Effect.fail(explainBroker(error))
      )
    })
  })
