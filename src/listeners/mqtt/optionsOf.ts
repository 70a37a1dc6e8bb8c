// How we present ourselves to a broker.
import type { IClientOptions } from "mqtt"
import type { Listening } from "../ports.ts"

/** The name a broker keeps our session under: it must stay the same, or what came while we were away is lost. */
export const clientIdOf = ({ broker, id }: Pick<Listening, "broker" | "id">): string => broker.client_id ?? `pugmark-${id}`

export const optionsOf = (source: Pick<Listening, "broker" | "id" | "password">): IClientOptions => {
  const { ca, status_topic, username } = source.broker
  return {
    clientId: clientIdOf(source), protocolVersion: 4, clean: false, keepalive: 30, connectTimeout: 10_000, reconnectPeriod: 0, resubscribe: false,
    ...(username === undefined ? {} : { username }),
    ...(source.password === null ? {} : { password: source.password }),
    ...(ca === undefined ? {} : { ca }),
    ...(status_topic === undefined ? {} : { will: { topic: status_topic, payload: Buffer.from("offline"), qos: 1 as const, retain: true } })
  }
}
