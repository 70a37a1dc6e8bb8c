// Deliveries: what automations sent, and what became of it.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Delivery, deliveryStatuses } from "../../domain/automation/Delivery.ts"
import { Uuid } from "../../domain/fields.ts"
import { Needs } from "../http/authorization.ts"
import { Conflict, Malformed, NotFound } from "../http/errors.ts"
import { Page, paged, perhaps } from "../http/paging.ts"
import { docs } from "../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, delivery_id: Uuid }

const filter = {
  status: perhaps(Schema.Literals(deliveryStatuses), "Only deliveries of this status"),
  event_id: perhaps(Uuid, "Only deliveries of this event"),
  automation_id: perhaps(Uuid, "Only deliveries of this automation")
}

export class Deliveries extends HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: { ...paged, ...filter },
      success: Page(Delivery),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List deliveries",
          "What automations sent, tried to send, or left out with the reason, newest first."
        )
      ),
    HttpApiEndpoint.get("get", "/:delivery_id", { params, success: Delivery, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("Read a delivery", "One delivery by its id; once it ended its trace shows every attempt.")
      ),
    HttpApiEndpoint.post("redeliver", "/:delivery_id/redeliver", {
      params,
      success: Delivery.pipe(HttpApiSchema.status(202)),
      error: [NotFound, Conflict]
    })
      .annotate(Needs, "automations:write")
      .annotateMerge(
        docs(
          "Redeliver",
          "Puts a delivery that ended back into the queue, also one that was skipped: the same id, " +
            "and whatever the action says now. 409 while it waits, or where the action is gone."
        )
      )
  )
  .annotate(OpenApi.Title, "Deliveries")
  .annotate(OpenApi.Description, "What automations sent, and what became of it.")
  .prefix("/projects/:project_id/deliveries") {}
