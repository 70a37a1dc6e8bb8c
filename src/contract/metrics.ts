// Metrics: one catalogue for all projects.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { MetricChange, MetricKey, MetricRecord, NewMetric } from "../domain/tracking/MetricRecord.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Malformed, NotFound } from "./errors.ts"
import { BooleanInput, Page, paged, perhaps } from "./paging.ts"
import { says, withExample } from "./says.ts"

const params = { metric_key: MetricKey.pipe(Schema.annotateEncoded({ description: "The metric's name, as devices send it" })) }

export class Metrics extends HttpApiGroup.make("metrics").add(
  HttpApiEndpoint.get("list", "/", { query: { ...paged, defined: perhaps(BooleanInput, "Only metrics that people said something about, or only the others") }, success: Page(MetricRecord), error: Malformed }).annotate(Needs, "known_caller")
    .annotateMerge(says("List metrics", "What devices measure: one catalogue for all projects. A value of a new name registers itself as not defined.")),
  HttpApiEndpoint.post("create", "/", { payload: withExample(NewMetric, { key: "rumen_temperature_c", value_type: "number", label: "Temperature of the rumen", unit: "°C" }), success: MetricRecord.pipe(HttpApiSchema.status(201)), error: Conflict }).annotate(Needs, "server_admin")
    .annotateMerge(says("Define a metric", "Says what a metric is before its first value comes.")),
  HttpApiEndpoint.get("get", "/:metric_key", { params, success: MetricRecord, error: NotFound }).annotate(Needs, "known_caller")
    .annotateMerge(says("Read a metric", "One metric by its key.")),
  HttpApiEndpoint.patch("update", "/:metric_key", { params, payload: MetricChange, success: MetricRecord, error: NotFound }).annotate(Needs, "server_admin")
    .annotateMerge(says("Change a metric", "Saying anything about a metric defines it. Its type stays what its first value was.")),
  HttpApiEndpoint.delete("remove", "/:metric_key", { params, error: [NotFound, Conflict] }).annotate(Needs, "server_admin")
    .annotateMerge(says("Remove a metric", "Refused once values of it are stored."))
).annotate(OpenApi.Title, "Metrics").annotate(OpenApi.Description, "What devices measure: one catalogue for all projects.")
  .prefix("/metrics") {}
