// Alerts: events that need a person, and what people do about them.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Alert } from "../../domain/event/Alert.ts"
import { alertStatuses } from "../../domain/event/handle.ts"
import { Description, Uuid } from "../../domain/fields.ts"
import { severities } from "../../domain/rule/Document.ts"
import { Needs } from "../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "../http/errors.ts"
import { Page, paged, perhaps, timeRange } from "../http/paging.ts"
import { docs, withExample } from "../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, alert_id: Uuid }

const filter = {
  status: perhaps(Schema.Literals(alertStatuses), "Only alerts of this status"),
  severity: perhaps(Schema.Literals(severities), "Only alerts of this severity"),
  entity_id: perhaps(Uuid, "Only alerts about this entity"),
  ...timeRange
}

/** Why; required to reopen. The body may be left out where the note may. */
const payload = [
  HttpApiSchema.NoContent,
  withExample(Schema.Struct({ note: Schema.optionalKey(Schema.NullOr(Description)) }), {
    note: "It was the neighbour's dog."
  })
] as const

/** The generator takes every body for required. */
const optionalBody = (operation: Record<string, unknown>) => ({
  ...operation,
  requestBody: { ...(operation["requestBody"] as object), required: false }
})

const move = <const Action extends string>(action: Action, summary: string, description: string) =>
  HttpApiEndpoint.post(action, `/:alert_id/${action}`, {
    params,
    payload,
    success: Alert,
    error: [NotFound, Conflict, Invalid]
  })
    .annotate(Needs, "alerts:write")
    .annotate(OpenApi.Transform, optionalBody)
    .annotateMerge(docs(summary, description))

export class Alerts extends HttpApiGroup.make("alerts")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: { ...paged, ...filter },
      success: Page(Alert),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List alerts", "Events that need a person, newest first.")),
    HttpApiEndpoint.get("get", "/:alert_id", { params, success: Alert, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("Read an alert", "One alert with its steps: who did what about it, when, and why.")
      ),
    move(
      "acknowledge",
      "Acknowledge an alert",
      "From open to acknowledged: somebody has seen it. Of several at once one makes the step; the " +
        "others get the alert as it is, and `steps` shows who was first. 409 where it is resolved."
    ),
    move(
      "resolve",
      "Resolve an alert",
      "From open or acknowledged to resolved: nothing is left to do. Of several at once one makes the " +
        "step; the others get the alert as it is."
    ),
    move(
      "reopen",
      "Reopen an alert",
      "From resolved back to open; the note says why and is required. 409 where it is acknowledged."
    )
  )
  .annotate(OpenApi.Title, "Alerts")
  .annotate(OpenApi.Description, "Events that need a person, and what people do about them.")
  .prefix("/projects/:project_id/alerts") {}
