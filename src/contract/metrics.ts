// Metrics: one catalogue for all projects.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { MetricChange, MetricKey, MetricRecord, NewMetric } from "../domain/tracking/MetricRecord.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Malformed, NotFound } from "./errors.ts"
import { BooleanInput, Page, paged } from "./paging.ts"

const params = { metric_key: MetricKey }

export class Metrics extends HttpApiGroup.make("metrics").add(
  HttpApiEndpoint.get("list", "/", { query: { ...paged, defined: Schema.optionalKey(BooleanInput) }, success: Page(MetricRecord), error: Malformed }).annotate(Needs, "known_caller"),
  HttpApiEndpoint.post("create", "/", { payload: NewMetric, success: MetricRecord.pipe(HttpApiSchema.status(201)), error: Conflict }).annotate(Needs, "server_admin"),
  HttpApiEndpoint.get("get", "/:metric_key", { params, success: MetricRecord, error: NotFound }).annotate(Needs, "known_caller"),
  HttpApiEndpoint.patch("update", "/:metric_key", { params, payload: MetricChange, success: MetricRecord, error: NotFound }).annotate(Needs, "server_admin"),
  HttpApiEndpoint.delete("remove", "/:metric_key", { params, error: [NotFound, Conflict] }).annotate(Needs, "server_admin")
).prefix("/metrics") {}
