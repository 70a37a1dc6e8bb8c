// How we present ourselves to a broker.
import type { IClientOptions } from "mqtt"
import type { Protocol } from "../../domain/tracking/DataSource.ts"
import type { Listening } from "../ports.ts"
import { MAX_QUEUED_MESSAGES } from "./storeInOrder.ts"

/** The name a broker keeps our session under: it must stay the same, or what came while we were away is lost. */
export const clientIdOf = ({ broker, id }: Pick<Listening, "broker" | "id">): string =>
  broker.client_id ?? `pugmark-${id}`

/** The expiry of a session that has none, in seconds (MQTT 5, section 3.1.2.11.2). */
export const NO_EXPIRY_SECONDS = 0xffffffff

/** A session without an end, as all are in MQTT 3.1.1, and as many messages under way as there is room for. */
const ofVersion5 = { sessionExpiryInterval: NO_EXPIRY_SECONDS, receiveMaximum: MAX_QUEUED_MESSAGES }

/** Returns the options of a source's MQTT client. */
export const optionsOf = (
  source: Pick<Listening, "broker" | "id" | "password">,
  protocol: Protocol
): IClientOptions => {
  const { ca, status_topic, username } = source.broker
  return {
    clientId: clientIdOf(source),
    clean: false,
    keepalive: 30,
    connectTimeout: 10_000,
    reconnectPeriod: 0,
    resubscribe: false,
    ...(protocol === "5"
      ? { protocolVersion: 5 as const, properties: ofVersion5 }
      : { protocolVersion: 4 as const }),
    ...(username === undefined ? {} : { username }),
    ...(source.password === null ? {} : { password: source.password }),
    ...(ca === undefined ? {} : { ca }),
    ...(status_topic === undefined
      ? {}
      : { will: { topic: status_topic, payload: Buffer.from("offline"), qos: 1 as const, retain: true } })
  }
}
