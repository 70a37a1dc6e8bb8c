// A data source: where reports come from, how they are decoded, and the token that authenticates their sender.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Instant, Name, Uuid } from "../schemas.ts"
import { SourceConfig, SourceConfigInput } from "./SourceConfig.ts"
import { sourceHealths } from "./sourceHealth.ts"

/** adapterKeys are the formats and connections that a data source can have. */
export const adapterKeys = [
  "generic_http",
  "owntracks",
  "traccar",
  "chirpstack",
  "tts",
  "generic_mqtt",
  "osmand",
  "generic_websocket",
  "meshtastic",
  "overland"
] as const
/** AdapterKey names the format of a data source. */
export type AdapterKey = (typeof adapterKeys)[number]

/** `project_ids`: where devices made of unknown identities may go. */
const written = {
  name: Name,
  adapter_key: Schema.Literals(adapterKeys),
  enabled: Schema.Boolean,
  config: SourceConfigInput,
  project_ids: Schema.Array(Uuid).check(Schema.isMaxLength(1000))
}

/** DataSourceDraft is a configuration to be tested before it is saved. */
export const DataSourceDraft = Schema.Struct({ config: Schema.optionalKey(SourceConfigInput) })

/** protocols are the supported versions of MQTT, the preferred one first. */
const protocols = ["5", "3.1.1"] as const
/** Protocol is a version of MQTT. */
export type Protocol = (typeof protocols)[number]

/** Connection is the state of a source's connection to a broker or to a websocket server. */
const Connection = Schema.Struct({
  status: Schema.Literals(["connecting", "connected", "failed"]),
  since: Instant,
  error: Schema.NullOr(Schema.String).annotate({
    description: "What went wrong last, and what to do about it"
  }),
  protocol: Schema.NullOr(Schema.Literals(protocols)).annotate({
    description:
      "The version of MQTT that is spoken with the broker: 5, or 3.1.1 where it refuses 5; null while " +
      "there is no connection, and of a websocket"
  }),
  last_message_at: Schema.NullOr(Instant),
  messages: Schema.Int.annotate({ description: "Messages taken since the connection was first made" })
}).annotate({ identifier: "Connection" })
type Connection = typeof Connection.Type

/** NewDataSource is a request to create a data source. */
export const NewDataSource = Schema.Struct({
  ...Struct.map(written, Schema.optionalKey),
  name: Name,
  adapter_key: written.adapter_key
})
export type NewDataSource = typeof NewDataSource.Type

/** DataSourceChange is a request to change some of its members. */
export const DataSourceChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
export type DataSourceChange = typeof DataSourceChange.Type

/** SourceError is the last refusal, and what to do about it. */
const SourceError = Schema.Struct({
  at: Instant,
  code: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String),
  remedy: Schema.NullOr(Schema.String),
  trace_id: Schema.NullOr(Uuid)
}).annotate({ identifier: "SourceError" })

/** The state of a source, within the permissions of the caller. */
const state = {
  health: Schema.Literals(sourceHealths).annotate({
    description:
      "failing: what came last was refused, or its broker is away; quiet: nothing for a day; never: nothing " +
      "has come yet; off: disabled"
  }),
  last_record_at: Schema.NullOr(Instant).annotate({
    description: "When a record came last, of the last 30 days; to the minute where it is over two days ago"
  }),
  rate_24h: Schema.NullOr(Schema.Int).annotate({
    description: "Items in the last 24 hours; null for those who do not see all that comes by it"
  }),
  last_error: Schema.NullOr(SourceError).annotate({
    description: "The last item that was refused in the last two days; null where none was"
  }),
  device_count: Schema.Int.annotate({ description: "Devices that report through it" }),
  previous_token_until: Schema.NullOr(Instant).annotate({
    description: "Until when the token before still opens; null where it does not"
  })
}

/** `connection` null: it does not listen to a broker, or no worker has tried yet. */
const fields = {
  id: Uuid,
  ...written,
  config: SourceConfig,
  password_set: Schema.Boolean,
  connection: Schema.NullOr(Connection),
  created_at: Instant,
  updated_at: Instant
}

/** DataSource is a data source with its state, as far as the caller sees what it receives. */
export const DataSource = Schema.Struct({ ...fields, ...state }).annotate({ identifier: "DataSource" })
export type DataSource = typeof DataSource.Type
/** BareSource is a data source without its state. */
export type BareSource = Omit<DataSource, keyof typeof state>

/**
 * OpenedDataSource is the one answer that contains the token. `previous_token_until`: how long the previous
 * token stays valid.
 */
export const OpenedDataSource = Schema.Struct({
  ...fields,
  token: Schema.String,
  previous_token_until: Schema.NullOr(Instant)
}).annotate({ identifier: "OpenedDataSource" })
export type OpenedDataSource = typeof OpenedDataSource.Type
