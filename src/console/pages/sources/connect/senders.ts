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
  readonly config?: NonNullable<NewSource["config"]>
  /** the service connects to it: only for server admins */
  readonly isOutward?: true
  /** a phone: one code per person */
  readonly isPhone?: true
  /** its servers send from the internet; the key of their name */
  readonly servers?: "rockblock" | "tts"
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
  { key: "owntracks", adapter: "owntracks", isPhone: true },
  { key: "osmand", adapter: "osmand", config: { speed_unit: "m/s" }, isPhone: true },
  { key: "traccar_client", adapter: "osmand", isPhone: true },
  { key: "overland", adapter: "overland", isPhone: true },
  { key: "traccar", adapter: "traccar" },
  { key: "chirpstack", adapter: "chirpstack" },
  { key: "tts", adapter: "tts", servers: "tts" },
  { key: "rockblock", adapter: "generic_http", config: ROCKBLOCK_CONFIG, servers: "rockblock" },
  { key: "http", adapter: "generic_http" },
  { key: "websocket", adapter: "generic_websocket" },
  { key: "meshtastic", adapter: "meshtastic", isOutward: true },
  { key: "mqtt", adapter: "generic_mqtt", isOutward: true },
  { key: "websocket_server", adapter: "generic_websocket", isOutward: true }
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
