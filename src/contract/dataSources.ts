// Data sources, and who reported through them without being known.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { DataSource, DataSourceChange, NewDataSource, OpenedDataSource, UnknownIdentity } from "../domain/tracking/DataSource.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "./errors.ts"
import { BooleanInput, Page, paged } from "./paging.ts"

const params = { data_source_id: Uuid }

export class DataSources extends HttpApiGroup.make("dataSources").add(
  HttpApiEndpoint.get("list", "/", { query: paged, success: Page(DataSource), error: Malformed }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("create", "/", { payload: NewDataSource, success: OpenedDataSource.pipe(HttpApiSchema.status(201)), error: Invalid }).annotate(Needs, "server_admin"),
  HttpApiEndpoint.get("get", "/:data_source_id", { params, success: DataSource, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:data_source_id", { params, payload: DataSourceChange, success: DataSource, error: [NotFound, Invalid] }).annotate(Needs, "server_admin"),
  HttpApiEndpoint.delete("remove", "/:data_source_id", { params, error: [NotFound, Conflict] }).annotate(Needs, "server_admin"),
  HttpApiEndpoint.post("rotateToken", "/:data_source_id/rotate-token", { params, success: OpenedDataSource, error: NotFound }).annotate(Needs, "server_admin")
).prefix("/data-sources") {}

export class UnknownIdentities extends HttpApiGroup.make("unknownIdentities").add(
  HttpApiEndpoint.get("list", "/", {
    query: { ...paged, data_source_id: Schema.optionalKey(Uuid), ignored: Schema.optionalKey(BooleanInput) }, success: Page(UnknownIdentity), error: Malformed
  }).annotate(Needs, "project:read")
).prefix("/unknown-identities") {}
