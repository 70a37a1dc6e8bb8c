// Alerts: events that need a person, and what people do about them.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Alert } from "../domain/event/Alert.ts"
import { alertStatuses } from "../domain/event/handle.ts"
import { Description, Uuid } from "../domain/fields.ts"
import { severities } from "../domain/rule/Document.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "./errors.ts"
import { Page, paged, timeRange } from "./paging.ts"

const project = { project_id: Uuid }
const params = { ...project, alert_id: Uuid }

const filter = {
  status: Schema.optionalKey(Schema.Literals(alertStatuses)),
  severity: Schema.optionalKey(Schema.Literals(severities)),
  entity_id: Schema.optionalKey(Uuid),
  ...timeRange
}

/** Why; required to reopen. The body may be left out where the note may. */
const payload = [HttpApiSchema.NoContent, Schema.Struct({ note: Schema.optionalKey(Schema.NullOr(Description)) })] as const

/** The generator takes every body for required. */
const optionalBody = (operation: Record<string, unknown>) => ({ ...operation, requestBody: { ...operation["requestBody"] as object, required: false } })

const move = <const Action extends string>(action: Action) =>
  HttpApiEndpoint.post(action, `/:alert_id/${action}`, { params, payload, success: Alert, error: [NotFound, Conflict, Invalid] })
    .annotate(Needs, "alerts:write").annotate(OpenApi.Transform, optionalBody)

export class Alerts extends HttpApiGroup.make("alerts").add(
  HttpApiEndpoint.get("list", "/", { params: project, query: { ...paged, ...filter }, success: Page(Alert), error: [Malformed, Invalid] }).annotate(Needs, "project:read"),
  HttpApiEndpoint.get("get", "/:alert_id", { params, success: Alert, error: NotFound }).annotate(Needs, "project:read"),
  move("acknowledge"),
  move("resolve"),
  move("reopen")
).prefix("/projects/:project_id/alerts") {}
