// Snoozes: a rule makes no alerts about one subject for a while.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { NewSnooze, Snooze } from "../../../domain/event/Snooze.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const rule = { project_id: Uuid, rule_id: Uuid }
const params = {
  ...rule,
  subject_id: Uuid.pipe(
    Schema.annotateEncoded({
      description: "Id of an entity of the project, or of a device that carries none"
    })
  )
}

const untilMonday = withExample(NewSnooze, {
  until: "2026-11-02T06:00:00Z",
  note: "at the vet's until Monday"
})

/** Snoozes is the group of endpoints that list, set and end snoozes. */
export class Snoozes extends HttpApiGroup.make("snoozes")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: rule,
      query: paged,
      success: Page(Snooze),
      error: [Malformed, NotFound]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List a rule's snoozes", "The snoozes in force, newest first.")),
    HttpApiEndpoint.put("put", "/:subject_id", {
      params,
      payload: untilMonday,
      success: Snooze,
      error: [NotFound, Invalid]
    })
      .annotate(Needs, "alerts:write")
      .annotateMerge(
        docs(
          "Snooze a rule for a subject",
          "Until that moment the rule makes no alerts about the subject; its events are still made, " +
            "with `snoozed: true`. A snooze there is already is replaced. `until` is in the future, a " +
            "year at most."
        )
      ),
    HttpApiEndpoint.delete("remove", "/:subject_id", { params, error: NotFound })
      .annotate(Needs, "alerts:write")
      .annotateMerge(
        docs(
          "End a snooze",
          "Events of the rule about the subject make alerts again. 404 where no snooze is in force."
        )
      )
  )
  .annotate(OpenApi.Title, "Snoozes")
  .annotate(OpenApi.Description, "For a while, a rule makes no alerts about one subject.")
  .prefix("/projects/:project_id/rules/:rule_id/snoozes") {}
