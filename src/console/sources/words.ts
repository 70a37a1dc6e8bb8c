// Data sources in words: who sends by which adapter, and how it is doing.
import type { NewSource, Source, SourceTest } from "../queries/sources.ts"

type Adapter = NewSource["adapter_key"]

/** Those that are pushed to, what speaks plain JSON last. */
export const ADAPTERS: ReadonlyArray<readonly [key: Adapter, name: string, about: string]> = [
  ["owntracks", "OwnTracks", "an app on phones"],
  ["osmand", "OsmAnd, Traccar Client", "apps that know only an address"],
  ["traccar", "Traccar server", "forwards what its trackers send"],
  ["chirpstack", "ChirpStack", "LoRaWAN, by its HTTP integration"],
  ["tts", "The Things Stack", "LoRaWAN, by a webhook"],
  ["generic_http", "HTTP", "anything that can send JSON"],
  ["generic_websocket", "Websocket", "devices that hold a line to us"]
]

/** Those that the service connects to by itself, for server admins. */
export const SERVERS = [["websocket_server", "Websocket server", "we hold a line to it"]] as const

export const adapterName = (key: Adapter): string =>
  key === "generic_mqtt" ? "MQTT" : (ADAPTERS.find(([one]) => one === key)?.[1] ?? key)

export const HEALTHS: Readonly<
  Record<Source["health"], readonly [word: string, tone: "on" | "bad" | "late" | ""]>
> = {
  ok: ["well", "on"],
  failing: ["failing", "bad"],
  quiet: ["quiet", "late"],
  never: ["nothing yet", ""],
  off: ["closed", ""]
}

const CHECKS: Readonly<Record<SourceTest["checks"][number]["name"], string>> = {
  door: "The door",
  broker: "The broker",
  topics: "Its topics",
  queue: "Its queue",
  websocket: "The websocket server",
  network_server: "The network server"
}
export const checkName = (name: SourceTest["checks"][number]["name"]): string => CHECKS[name]

/** Where devices that hold a line to a source go. */
export const lineOf = ({ id }: Pick<Source, "id">): string =>
  `${location.origin.replace(/^http/, "ws")}/api/v1/ingest/ws/${id}`

/** Where senders of a source go. */
export const doorOf = (source: Pick<Source, "adapter_key" | "id">): string =>
  source.adapter_key === "generic_websocket"
    ? lineOf(source)
    : `${location.origin}/api/v1/ingest/http/${source.id}`

/** Whether the service connects by itself. */
export const isOutward = ({ config }: Pick<Source, "config">): boolean =>
  config.mqtt !== undefined || config.websocket !== undefined
