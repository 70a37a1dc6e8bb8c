// The configuration of a data source: where the values of its payloads are, the broker it listens to, its network
// server.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Fields, Path } from "./payloadFields.ts"

const text = (max: number, what: string) =>
  Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(max)).annotate({ description: what })

const brokers = /^(?:mqtts?|wss?):\/\/[^\s/@]+(?:\/\S*)?$/u

const broker = {
  url: Schema.String.check(
    Schema.isMaxLength(500),
    Schema.isPattern(brokers, {
      expected: "mqtt://, mqtts://, ws:// or wss:// and a host, without user and password"
    })
  ),
  username: Schema.optionalKey(text(200, "Who we are to the broker")),
  topics: Schema.Array(text(500, "A topic filter")).check(Schema.isMinLength(1), Schema.isMaxLength(50)),
  client_id: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[\w.:-]{1,100}$/u, { expected: "up to 100 letters, digits or _ . : -" })
    )
  ),
  ca: Schema.optionalKey(
    text(20_000, "The certificate of the broker's authority, PEM, where the system does not know it")
  ),
  status_topic: Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(500),
      Schema.isPattern(/^[^+#]+$/u, { expected: "a topic without wildcards" })
    ).annotate({
      description:
        "Where we say online, and the broker says offline for us when we are gone (last will); both retained"
    })
  )
}

const websocket = {
  url: Schema.String.check(
    Schema.isMaxLength(500),
    Schema.isPattern(/^wss?:\/\/[^\s/@]+(?:\/\S*)?$/u, {
      expected: "ws:// or wss:// and a host, without user and password"
    })
  ),
  username: Schema.optionalKey(text(200, "Sent with the password as Basic credentials")),
  header: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[A-Za-z][A-Za-z0-9-]{0,63}$/u, { expected: "the name of a header" })
    ).annotate({
      description: "The header that the password is sent in as it is; `Authorization: Bearer` unless given"
    })
  ),
  protocol: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[\w.+-]{1,100}$/u, { expected: "the name of a subprotocol" })
    ).annotate({ description: "The subprotocol that is offered" })
  ),
  hello: Schema.optionalKey(
    text(
      4000,
      "Sent first, such as a subscription. `{password}` stands for the password, `{last}` for how far what came is " +
        "stored, as JSON (see acknowledge); null at the very first"
    )
  ),
  items: Schema.optionalKey(
    Path.annotate({ description: "Where in a message reports are; a message without it says nothing" })
  ),
  acknowledge: Schema.optionalKey(
    Schema.Struct({
      path: Path.annotate({ description: "What the server calls a message by" }),
      message: Schema.optionalKey(
        text(1000, "Sent when a message is stored; `{value}` stands for what it is called by, as JSON")
      )
    })
  ),
  heartbeat_seconds: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 600 })).annotate({
      description:
        "How often the connection is pinged, 30 unless given; after twice as long without an answer it is opened again"
    })
  ),
  ca: broker.ca
}

const setUp = {
  history: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "An import of the past: records count as received when they were made"
    })
  ),
  fields: Schema.optionalKey(Fields),
  other_fields: Schema.optionalKey(
    Schema.Literals(["keep", "drop"]).annotate({
      description:
        "What is decoded and not named in fields: kept as measurements and states by its own name " +
        "(default), or not"
    })
  ),
  gateway_positions: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "false: an uplink without a position is not put where the best gateway is"
    })
  ),
  items: Schema.optionalKey(
    Path.annotate({
      description:
        "Where in a message reports are, one or a list of them, of the generic formats; over HTTP a message " +
        "without it is refused; from a broker or a websocket server it is ignored"
    })
  ),
  device: Schema.optionalKey(
    Path.annotate({
      description: "Where in a message its device is, for reports that name none, of the generic formats"
    })
  ),
  time_format: Schema.optionalKey(
    Schema.Literals(["utc", "yymmdd_utc"]).annotate({
      description:
        "How the generic formats read times without a zone: as UTC (`2026-05-01 12:00:00`), or so with a year " +
        "of two digits (`26-05-01 12:00:00`, RockBLOCK); they are refused unless said"
    })
  ),
  record_type: Schema.optionalKey(
    Schema.Literals(["gnss", "network"]).annotate({
      description: "What the positions of the generic formats are where a report does not say it"
    })
  ),
  speed_unit: Schema.optionalKey(
    Schema.Literals(["kn", "km/h", "m/s"]).annotate({
      description: "The unit of speed in OsmAnd's parameters; knots unless said"
    })
  ),
  device_topic: Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(500),
      Schema.isPattern(/^(?:[^{}]*\/)?\{device\}(?:\/[^{}]*)?$/u, {
        expected: "a topic with {device} as one of its levels"
      })
    )
  ),
  server_url: Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(500),
      Schema.isPattern(/^https?:\/\/[^\s/@]+\/?$/u, { expected: "http:// or https:// and a host" })
    ).annotate({ description: "The network server, for the connection test" })
  )
}

/** SourceConfig is a configuration as it is stored and returned. */
export const SourceConfig = Schema.Struct({
  ...setUp,
  mqtt: Schema.optionalKey(Schema.Struct(broker)),
  websocket: Schema.optionalKey(Schema.Struct(websocket))
}).annotate({ identifier: "SourceConfig" })
export type SourceConfig = typeof SourceConfig.Type
/** BrokerConfig is the connection to an MQTT broker. */
export type BrokerConfig = NonNullable<SourceConfig["mqtt"]>
/** WebsocketConfig is the connection to a websocket server. */
export type WebsocketConfig = NonNullable<SourceConfig["websocket"]>
/** FieldMap says where values are in a payload. */
export type FieldMap = NonNullable<SourceConfig["fields"]>

const Secret = Schema.optionalKey(Schema.NullOr(text(1000, "Kept apart, never shown")))

/**
 * SourceConfigInput is a configuration as requests send it. The password is stored apart and never returned:
 * left out it stays, null removes it.
 */
export const SourceConfigInput = Schema.Struct({
  ...setUp,
  mqtt: Schema.optionalKey(Schema.Struct({ ...broker, password: Secret })),
  websocket: Schema.optionalKey(Schema.Struct({ ...websocket, password: Secret }))
})
  .check(
    Schema.makeFilter(({ mqtt, websocket }) => mqtt === undefined || websocket === undefined, {
      expected: "mqtt or websocket, not both"
    })
  )
  .annotate({ identifier: "SourceConfigInput" })
export type SourceConfigInput = typeof SourceConfigInput.Type

/** Splits a request's configuration into what is returned and the password; undefined: the request has none. */
export const withoutPassword = ({
  mqtt,
  websocket,
  ...config
}: SourceConfigInput): { readonly config: SourceConfig; readonly password: string | null | undefined } =>
  mqtt !== undefined
    ? { config: { ...config, mqtt: Struct.omit(mqtt, ["password"]) }, password: mqtt.password }
    : websocket !== undefined
      ? {
          config: { ...config, websocket: Struct.omit(websocket, ["password"]) },
          password: websocket.password
        }
      : { config, password: null }

/** Returns the address that a source with this configuration connects to; null: it is pushed to. */
export const listensAt = ({ mqtt, websocket }: SourceConfig): string | null =>
  mqtt?.url ?? websocket?.url ?? null

const read = Schema.decodeUnknownOption(SourceConfig)

/** Reads a stored configuration; one that this version cannot read counts as empty. */
export const readConfig = (kept: unknown): SourceConfig => {
  const found = read(kept)
  return found._tag === "Some" ? found.value : {}
}

/** Describes what a source with this configuration connects to; null: it is only pushed to. */
export const connectsTo = ({
  mqtt,
  server_url,
  websocket
}: Pick<SourceConfigInput, "mqtt" | "server_url" | "websocket">):
  | "a broker"
  | "a network server"
  | "a websocket server"
  | null =>
  mqtt !== undefined
    ? "a broker"
    : websocket !== undefined
      ? "a websocket server"
      : server_url !== undefined
        ? "a network server"
        : null
