// Automations: which events are sent to which receivers, and by which channel.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import {
  Automation,
  AutomationChange,
  NewAutomation,
  OpenedAutomation
} from "../../../domain/automation/Automation.ts"
import {
  AutomationDraft,
  AutomationPreview,
  MAX_PREVIEW_READS,
  PREVIEW_DAYS
} from "../../../domain/automation/AutomationPreview.ts"
import { Delivery, MAX_TESTS_PER_MINUTE } from "../../../domain/automation/Delivery.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { BodyLimits, Costs, Needs } from "../../http/authorization.ts"
import { Invalid, Malformed, NotFound, Stale, TooMany } from "../../http/errors.ts"
import { ifMatch, Page, paged } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, automation_id: Uuid }

const tellTheStation = withExample(NewAutomation, {
  name: "Tell the ranger station",
  event_types: ["GEOFENCE_EXIT"],
  min_severity: "warning",
  require_alert: true,
  actions: [
    { type: "webhook", url: "https://station.example.org/pugmark" },
    { type: "email", to: ["rangers@example.org"] }
  ]
})

const draft = withExample(AutomationDraft, {
  name: "Tell the ranger station",
  event_types: ["GEOFENCE_EXIT"],
  min_severity: "warning",
  require_alert: true,
  max_event_age_seconds: 21_600
})

/** draftLimits fits a filter whose lists are all full. */
const draftLimits = { bytes: 128 * 1024, depth: 8, nodes: 5000 }

const Tested = Schema.Struct({ deliveries: Schema.Array(Delivery) }).annotate({
  identifier: "AutomationTest",
  description: "The deliveries of a test, one for each receiver"
})

const webhooks =
  'A webhook is a POST, signed as Standard Webhooks has it, of `{type: "event.created", timestamp, data: ' +
  "{event, alert, project, automation, delivery_id}}`, where `event` and `alert` are the records of this " +
  "API; `webhook-id` is the delivery's id in every attempt. Any 2xx within ten seconds is success. " +
  "Otherwise it is tried ten times over about twenty hours; 410 ends it at once. No redirect is followed, " +
  "and no private address is called unless the deployment allows it."

/** Automations is the group of endpoints that manage automations, preview them and send test messages. */
export class Automations extends HttpApiGroup.make("automations")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: paged,
      success: Page(Automation),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List automations",
          "Newest first, without the secrets of webhooks. Without `automations:write` the address of a webhook " +
            "ends behind its origin: `https://hooks.example.org/…`, as its path may be a secret."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: tellTheStation,
      success: OpenedAutomation.pipe(HttpApiSchema.status(201)),
      error: Invalid
    })
      .annotate(Needs, "automations:write")
      .annotateMerge(
        docs(
          "Make an automation",
          "Events made from now on that match are told to every action. The answer shows the secrets " +
            "that sign the webhooks: they are shown this once."
        )
      ),
    HttpApiEndpoint.post("preview", "/preview", {
      params: project,
      payload: draft,
      success: AutomationPreview,
      error: [Invalid, TooMany]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "estimates")
      .annotate(BodyLimits, draftLimits)
      .annotateMerge(
        docs(
          "Preview an automation",
          `Which events of the last ${PREVIEW_DAYS} days an automation that need not be saved would have told ` +
            "of, by the predicate that new events are held against, each with its age and what stands against it " +
            "as events and alerts are by now. `message` is what receivers would read of the newest of them, or a " +
            `test. The newest ${MAX_PREVIEW_READS} events that the caller sees are read. Nothing is created, and ` +
            "nobody is told."
        )
      ),
    HttpApiEndpoint.get("get", "/:automation_id", { params, success: Automation, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("Read an automation", "One automation by its id, without the secrets of its webhooks.")
      ),
    HttpApiEndpoint.patch("update", "/:automation_id", {
      params,
      headers: ifMatch("automation"),
      payload: AutomationChange,
      success: OpenedAutomation,
      error: [NotFound, Stale, Invalid]
    })
      .annotate(Needs, "automations:write")
      .annotateMerge(
        docs(
          "Change an automation",
          "Changes the members that are sent. `actions` are all of them: one sent with its `id` goes " +
            "on and keeps its secret, one without an `id` is new, the others go."
        )
      ),
    HttpApiEndpoint.delete("remove", "/:automation_id", {
      params,
      headers: ifMatch("automation"),
      error: [NotFound, Stale]
    })
      .annotate(Needs, "automations:write")
      .annotateMerge(
        docs("Remove an automation", "Deliveries that wait are skipped; those that ended stay.")
      ),
    HttpApiEndpoint.post("rotateSecret", "/:automation_id/actions/:action_id/rotate-secret", {
      params: { ...params, action_id: Uuid },
      success: OpenedAutomation,
      error: NotFound
    })
      .annotate(Needs, "automations:write")
      .annotateMerge(
        docs(
          "Change a webhook's secret",
          "Shows a new secret. For another day the one before signs too, so that receivers can be " +
            "changed one by one."
        )
      ),
    HttpApiEndpoint.post("test", "/:automation_id/test", {
      params,
      success: Tested.pipe(HttpApiSchema.status(202)),
      error: [NotFound, TooMany]
    })
      .annotate(Needs, "automations:write")
      .annotateMerge(
        docs(
          "Send a test",
          "Sends each receiver a message that says it is a test, also where the automation is disabled. " +
            "There is no event, and each delivery is tried once: read it for what came of it. A webhook gets " +
            '`{type: "automation.tested", timestamp, data: {project, automation, delivery_id}}`, signed as ' +
            `others are. ${MAX_TESTS_PER_MINUTE} tests a minute and project; beyond them 429 with \`Retry-After\`.`
        )
      )
  )
  .annotate(OpenApi.Title, "Automations")
  .annotate(OpenApi.Description, `Who is told of which events, and how. ${webhooks}`)
  .prefix("/projects/:project_id/automations") {}
