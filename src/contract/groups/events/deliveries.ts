// Deliveries: the messages automations sent, and their status.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  Delivery,
  deliveryStatuses,
  endedStatuses,
  MAX_REDELIVERIES
} from "../../../domain/automation/Delivery.ts"
import {
  DeliverySummary,
  MAX_SUMMARY_DELIVERIES,
  SUMMARY_DAYS
} from "../../../domain/automation/DeliverySummary.ts"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, delivery_id: Uuid }

const filter = {
  status: optionalParameter(Schema.Literals(deliveryStatuses), "Only deliveries of this status"),
  event_id: optionalParameter(Uuid, "Only deliveries of this event"),
  automation_id: optionalParameter(Uuid, "Only deliveries of this automation")
}

const Redelivery = Schema.Struct({
  automation_id: Uuid,
  status: Schema.Literals(endedStatuses).annotate({ description: "Those that ended so" }),
  since: InstantInput.annotate({ description: "Those that ended at this moment or later" })
})

const Redelivered = Schema.Struct({
  count: Schema.Int.annotate({ description: "How many wait to be sent again" })
}).annotate({ identifier: "Redelivered" })

/** Deliveries is the group of endpoints that list deliveries and repeat them. */
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
    HttpApiEndpoint.get("summary", "/summary", { params: project, success: DeliverySummary })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Count deliveries",
          `What became of the deliveries of the last ${SUMMARY_DAYS} days: by automation and day, and by receiver ` +
            "and hour of the day, in the project's time zone. Tests are not counted, and of a member with a scope " +
            `only deliveries about what they see. At most the newest ${MAX_SUMMARY_DELIVERIES} are counted.`
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
      ),
    HttpApiEndpoint.post("redeliverAll", "/redeliver", {
      params: project,
      payload: withExample(Redelivery, {
        automation_id: "019a0c23-0b1c-7d2e-8f3a-4b5c6d7e8f90",
        status: "failed",
        since: "2026-05-14T06:00:00Z"
      }),
      success: Redelivered.pipe(HttpApiSchema.status(202)),
      error: Invalid
    })
      .annotate(Needs, "automations:write")
      .annotateMerge(
        docs(
          "Redeliver many",
          "Puts what an automation sent, and what ended so, back into the queue, the longest ended first and at " +
            `most ${MAX_REDELIVERIES}: where \`count\` is that many, ask again. As with one of them it is the same ` +
            "id and whatever the action says now; those whose action is gone stay as they are."
        )
      )
  )
  .annotate(OpenApi.Title, "Deliveries")
  .annotate(OpenApi.Description, "What automations sent, and what became of it.")
  .prefix("/projects/:project_id/deliveries") {}
