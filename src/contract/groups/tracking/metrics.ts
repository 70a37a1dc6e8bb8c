// Metrics: those defined for all projects, and those of one project.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { MAX_METRICS, MAX_NEW_METRICS } from "../../../domain/tracking/Metric.ts"
import { MetricChange, MetricKey, MetricRecord, NewMetric } from "../../../domain/tracking/MetricRecord.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Malformed, NotFound } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const params = {
  metric_key: MetricKey.pipe(Schema.annotateEncoded({ description: "The metric's name, as devices send it" }))
}

/** Metrics is the group of endpoints that manage the metrics of all projects. */
export class Metrics extends HttpApiGroup.make("metrics")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        ...paged,
        defined: optionalParameter(
          BooleanInput,
          "Only metrics that people said something about, or only the others"
        )
      },
      success: Page(MetricRecord),
      error: Malformed
    })
      .annotate(Needs, "known_caller")
      .annotateMerge(
        docs(
          "List metrics",
          "What administrators have defined for all projects. " +
            "What devices send under other names is their project's own: `GET " +
            "/projects/{project_id}/metrics`."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      payload: withExample(NewMetric, {
        key: "rumen_temperature_c",
        value_type: "number",
        label: "Temperature of the rumen",
        unit: "°C"
      }),
      success: MetricRecord.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Define a metric",
          "Says what a metric is in all projects, before its first value comes or after. " +
            "Projects' own metrics of the name and type become it, unless somebody has said what they " +
            "are, or they have another unit."
        )
      ),
    HttpApiEndpoint.get("get", "/:metric_key", { params, success: MetricRecord, error: NotFound })
      .annotate(Needs, "known_caller")
      .annotateMerge(docs("Read a metric", "One metric by its key.")),
    HttpApiEndpoint.patch("update", "/:metric_key", {
      params,
      payload: MetricChange,
      success: MetricRecord,
      error: NotFound
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Change a metric",
          "Saying anything about a metric defines it. Its type stays what its first value was."
        )
      ),
    HttpApiEndpoint.delete("remove", "/:metric_key", { params, error: [NotFound, Conflict] })
      .annotate(Needs, "server_admin")
      .annotateMerge(docs("Remove a metric", "Refused once values of it are stored."))
  )
  .annotate(OpenApi.Title, "Metrics")
  .annotate(OpenApi.Description, "What devices measure, as it is defined for all projects.")
  .prefix("/metrics") {}

const project = { project_id: Uuid }
const ofProject = { ...project, ...params }

/** ProjectMetrics is the group of endpoints that manage the metrics of one project. */
export class ProjectMetrics extends HttpApiGroup.make("projectMetrics")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: {
        ...paged,
        defined: optionalParameter(
          BooleanInput,
          "Only metrics that people said something about, or only the others"
        ),
        own: optionalParameter(BooleanInput, "Only the project's own, or only those defined for all projects")
      },
      success: Page(MetricRecord),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List a project's metrics",
          `What there is in the project: its own, which its devices' values registered, and under ` +
            `other names those defined for all projects. ` +
            `A value of a new name registers itself, as not defined, with its own type and unit; a ` +
            `request brings at most ${MAX_NEW_METRICS} ` +
            `new ones, and a project has at most ${MAX_METRICS} of its own.`
        )
      ),
    HttpApiEndpoint.get("get", "/:metric_key", { params: ofProject, success: MetricRecord, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a project's metric", "One metric by its key, as it is in the project.")),
    HttpApiEndpoint.patch("update", "/:metric_key", {
      params: ofProject,
      payload: MetricChange,
      success: MetricRecord,
      error: [NotFound, Conflict]
    })
      .annotate(Needs, "project:write")
      .annotateMerge(
        docs(
          "Change a project's metric",
          "Saying anything about a metric defines it. Its type stays what its first value was. " +
            "One that is defined for all projects is changed by server admins alone: 409."
        )
      ),
    HttpApiEndpoint.delete("remove", "/:metric_key", { params: ofProject, error: [NotFound, Conflict] })
      .annotate(Needs, "project:write")
      .annotateMerge(docs("Remove a project's metric", "Refused while the project keeps a value of it."))
  )
  .annotate(OpenApi.Title, "Metrics of a project")
  .annotate(OpenApi.Description, "What a project's devices measure.")
  .prefix("/projects/:project_id/metrics") {}
