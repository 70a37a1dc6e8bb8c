// Alerts: events that a person must handle, and the updates people make to them.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Alert } from "../../../domain/event/Alert.ts"
import { AlertSummary } from "../../../domain/event/AlertSummary.ts"
import { alertStatuses } from "../../../domain/event/alertStatus.ts"
import { TAKE_BACK_NOTE, UNDO_MS } from "../../../domain/event/takeBack.ts"
import { Description, InstantInput, Uuid } from "../../../domain/schemas.ts"
import { severities } from "../../../domain/rule/Document.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter, OneOrMany, timeRange } from "../../http/paging.ts"
import { docs, optionalBody, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, alert_id: Uuid }

const filter = {
  status: optionalParameter(
    OneOrMany(Schema.Literals(alertStatuses), { type: "string", enum: alertStatuses }),
    "Only alerts of this status; repeat the key for several"
  ),
  severity: optionalParameter(Schema.Literals(severities), "Only alerts of this severity"),
  entity_id: optionalParameter(Uuid, "Only alerts about this entity"),
  device_id: optionalParameter(Uuid, "Only alerts about this device"),
  rule_id: optionalParameter(Uuid, "Only alerts of this rule"),
  event_type: optionalParameter(Schema.String, "Only alerts of events of this type"),
  fold: optionalParameter(
    BooleanInput,
    "true: alerts of one rule, subject and status are one row, the newest of them, with `repeats`"
  ),
  ...timeRange
}

/** Why; required to reopen. The body may be left out where the note may. */
const payload = [
  HttpApiSchema.NoContent,
  withExample(Schema.Struct({ note: Schema.optionalKey(Schema.NullOr(Description)) }), {
    note: "It was the neighbour's dog."
  })
] as const

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

/** Alerts is the group of endpoints that list alerts and update them. */
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
    HttpApiEndpoint.get("summary", "/summary", { params: project, success: AlertSummary })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Sum up alerts",
          "What waits, and how soon people come to it: the counts that the inbox and its badge show, of " +
            "the alerts the caller sees."
        )
      ),
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
    ),
    HttpApiEndpoint.post("undo", "/:alert_id/undo", {
      params,
      payload: Schema.Struct({
        step_at: InstantInput.annotate({ description: "`at` of the step, as `steps` gives it" })
      }),
      success: Alert,
      error: [NotFound, Conflict, Invalid]
    })
      .annotate(Needs, "alerts:write")
      .annotateMerge(
        docs(
          "Take a step back",
          `Takes back the caller's own last step on the alert, for ${UNDO_MS / 1000} s and as long as no ` +
            `step followed: the alert is as it was before. That is a step too, with the note ` +
            `\`${TAKE_BACK_NOTE}\`. Nobody is told again. 409 with a code where the step stands.`
        )
      )
  )
  .annotate(OpenApi.Title, "Alerts")
  .annotate(OpenApi.Description, "Events that need a person, and what people do about them.")
  .prefix("/projects/:project_id/alerts") {}
