// A data source: where reports come from, how they are read, and the token that opens its door.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Attributes, Instant, Name, Uuid } from "../fields.ts"

export const adapterKeys = ["generic_http", "owntracks", "traccar", "chirpstack", "tts", "generic_mqtt", "osmand"] as const

/** `config.history` true: an import of the past. `project_ids`: where devices made of unknown identities may go. */
const written = {
  name: Name, adapter_key: Schema.Literals(adapterKeys), enabled: Schema.Boolean, config: Attributes, project_ids: Schema.Array(Uuid).check(Schema.isMaxLength(1000))
}

export const NewDataSource = Schema.Struct({ ...Struct.map(written, Schema.optionalKey), name: Name, adapter_key: written.adapter_key })
export type NewDataSource = typeof NewDataSource.Type

export const DataSourceChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
export type DataSourceChange = typeof DataSourceChange.Type

const fields = { id: Uuid, ...written, created_at: Instant, updated_at: Instant }

export const DataSource = Schema.Struct(fields).annotate({ identifier: "DataSource" })
export type DataSource = typeof DataSource.Type

/** The one answer that shows the token. `previous_token_until`: how long the one before still opens. */
export const OpenedDataSource = Schema.Struct({ ...fields, token: Schema.String, previous_token_until: Schema.NullOr(Instant) }).annotate({ identifier: "OpenedDataSource" })
export type OpenedDataSource = typeof OpenedDataSource.Type

/** A device that reported and that nobody has registered. */
export const UnknownIdentity = Schema.Struct({
  id: Uuid, data_source_id: Uuid, data_source_name: Name, external_id: Schema.String, first_seen_at: Instant, last_seen_at: Instant,
  report_count: Schema.Int, ignored_at: Schema.NullOr(Instant)
}).annotate({ identifier: "UnknownIdentity" })
export type UnknownIdentity = typeof UnknownIdentity.Type
