// The senders that Pugmark supports, each with its adapter and its settings.
import type { NewSource, Source } from "../../../data/sources.ts"

type Adapter = NewSource["adapter_key"]
/** The key of a sender. */
export type SenderKey =
  | "owntracks"
  | "osmand"
  | "traccar_client"
  | "overland"
  | "traccar"
  | "chirpstack"
  | "tts"
  | "rockblock"
  | "http"
  | "websocket"
  | "meshtastic"
  | "mqtt"
  | "websocket_server"

/** A kind of sender. */
export interface Sender {
  readonly key: SenderKey
  readonly adapter: Adapter
  readonly name: string
  readonly about: string
  /** the suggested name of a new source */
  readonly sourceName: string
  readonly config?: NonNullable<NewSource["config"]>
  /** the service connects to it: only for server admins */
  readonly isOutward?: true
  /** a phone: one code per person */
  readonly isPhone?: true
  /** the name of its servers, which send from the internet */
  readonly servers?: string
}

/**
 * ROCKBLOCK_CONFIG maps the fields of a modem's form; its position is the network's estimate, accurate to
 * kilometres.
 */
const ROCKBLOCK_CONFIG: Sender["config"] = {
  fields: {
    device: "imei",
    time: "transmit_time",
    lat: "iridium_latitude",
    lon: "iridium_longitude",
    accuracy_m: { path: "iridium_cep", factor: 1000 }
  },
  time_format: "yymmdd_utc",
  record_type: "network"
}

/** SENDERS are all supported senders, in their order on the page. */
export const SENDERS: ReadonlyArray<Sender> = [
  {
    key: "owntracks",
    adapter: "owntracks",
    name: "OwnTracks",
    about: "an app on phones, by address or broker",
    sourceName: "OwnTracks phones",
    isPhone: true
  },
  {
    key: "osmand",
    adapter: "osmand",
    name: "OsmAnd",
    about: "the map app, by online tracking",
    sourceName: "OsmAnd phones",
    config: { speed_unit: "m/s" },
    isPhone: true
  },
  {
    key: "traccar_client",
    adapter: "osmand",
    name: "Traccar Client",
    about: "an app on phones that knows only an address",
    sourceName: "Traccar Client phones",
    isPhone: true
  },
  {
    key: "overland",
    adapter: "overland",
    name: "Overland",
    about: "an app on phones that sends in batches",
    sourceName: "Overland phones",
    isPhone: true
  },
  {
    key: "traccar",
    adapter: "traccar",
    name: "Traccar server",
    about: "forwards what its trackers send",
    sourceName: "Traccar server"
  },
  {
    key: "chirpstack",
    adapter: "chirpstack",
    name: "ChirpStack",
    about: "LoRaWAN; its HTTP integration or its broker",
    sourceName: "ChirpStack"
  },
  {
    key: "tts",
    adapter: "tts",
    name: "The Things Stack",
    about: "LoRaWAN; a webhook",
    sourceName: "The Things Stack",
    servers: "The servers of The Things Stack"
  },
  {
    key: "rockblock",
    adapter: "generic_http",
    name: "RockBLOCK",
    about: "Iridium modems, by an address that has the token",
    sourceName: "RockBLOCK",
    config: ROCKBLOCK_CONFIG,
    servers: "The servers of RockBLOCK"
  },
  {
    key: "http",
    adapter: "generic_http",
    name: "HTTP",
    about: "anything that can send JSON",
    sourceName: "HTTP"
  },
  {
    key: "websocket",
    adapter: "generic_websocket",
    name: "Websocket",
    about: "devices that keep a connection to us",
    sourceName: "Websocket devices"
  },
  {
    key: "meshtastic",
    adapter: "meshtastic",
    name: "Meshtastic",
    about: "radios without a network, by the broker of a gateway",
    sourceName: "Meshtastic",
    isOutward: true
  },
  {
    key: "mqtt",
    adapter: "generic_mqtt",
    name: "MQTT",
    about: "anything that publishes to a broker",
    sourceName: "MQTT broker",
    isOutward: true
  },
  {
    key: "websocket_server",
    adapter: "generic_websocket",
    name: "Websocket server",
    about: "we keep a connection to it",
    sourceName: "Websocket server",
    isOutward: true
  }
]

/** senderOf is the sender with a key. */
export const senderOf = (key: string | undefined): Sender | undefined =>
  SENDERS.find((one) => one.key === key)

/** senderOfSource is the sender of an existing source. */
export const senderOfSource = ({ adapter_key, config }: Pick<Source, "adapter_key" | "config">): Sender =>
  senderOf(keyOfSource(adapter_key, config))!

const keyOfSource = (adapter: Adapter, config: Source["config"]): SenderKey => {
  if (adapter === "meshtastic") return "meshtastic"
  if (config.mqtt !== undefined) return "mqtt"
  if (config.websocket !== undefined) return "websocket_server"
  if (adapter === "osmand") return config.speed_unit === "m/s" ? "osmand" : "traccar_client"
  if (adapter === "generic_http") return config.time_format === "yymmdd_utc" ? "rockblock" : "http"
  return SENDERS.find((sender) => sender.adapter === adapter)?.key ?? "http"
}
