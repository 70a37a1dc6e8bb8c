// Curations: corrections of positions by people; each can be undone.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Instant, Uuid } from "../../../domain/schemas.ts"
import { Curation, CurationDraft, NewCuration } from "../../../domain/tracking/Curation.ts"
import { Costs, Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound, TooMany } from "../../http/errors.ts"
import { Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, curation_id: Uuid }

const outlier = {
  device_id: "019a0c1d-c5e0-7b62-b1f7-7e8a90c1d2aa",
  position_ids: [48_213],
  set: { valid: false }
}

const PreviewedEvent = Schema.Struct({
  change: Schema.Literals(["added", "removed"]),
  time: Instant,
  title: Schema.String,
  rule_id: Uuid,
  rule_name: Schema.String,
  entity_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid),
  event_id: Schema.NullOr(Uuid).annotate({
    description: "The event that would be superseded, where there is one on record"
  }),
  told: Schema.Array(Schema.Struct({ name: Schema.String, at: Instant })).annotate({
    description: "Whom automations told of an event that would go, and when: nothing takes that back"
  })
}).annotate({ identifier: "PreviewedEvent" })

const Preview = Schema.Struct({
  positions: Schema.Int.annotate({ description: "How many it would lie on" }),
  events: Schema.Array(PreviewedEvent).annotate({ description: "By time; at most 500 of a rule" }),
  added: Schema.Int,
  removed: Schema.Int,
  unchanged: Schema.Int,
  covered_from: Instant,
  covered_to: Instant.annotate({
    description: "Up to here the rules were tried: a day beyond the last position, unless a limit came first"
  }),
  truncated: Schema.Boolean
}).annotate({ identifier: "CurationPreview" })
/** Preview is what a curation would change, before it is saved. */
export type Preview = typeof Preview.Type

/** Curations is the group of endpoints that preview, create, list and undo curations. */
export class Curations extends HttpApiGroup.make("curations")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: { ...paged, device_id: optionalParameter(Uuid, "Only those on positions of this device") },
      success: Page(Curation),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List curations", "Newest first, with those that were taken back.")),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: withExample(NewCuration, { ...outlier, reason: "The collar lay in the vet's car." }),
      success: Curation.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Invalid]
    })
      .annotate(Needs, "data:curate")
      .annotateMerge(
        docs(
          "Correct positions",
          "An overlay on single positions (`position_ids`) or on all of a device in `[from, to)`: " +
            "marked as wrong or as right again, or one of them moved in time or place. What was sent " +
            "stays and is shown beside; maps, tracks, analyses and rules use what counts. Rules judge " +
            "the past again from there on."
        )
      ),
    HttpApiEndpoint.post("preview", "/preview", {
      params: project,
      payload: withExample(CurationDraft, outlier),
      success: Preview,
      error: [NotFound, Invalid, TooMany]
    })
      .annotate(Needs, "data:curate")
      .annotate(Costs, "rule_tests")
      .annotateMerge(
        docs(
          "Preview a correction",
          "Which events the rules in force would make, and which they would not, if these positions " +
            "were so: the same rules tried twice over the same past. Nothing is changed. At most 5,000 " +
            "positions."
        )
      ),
    HttpApiEndpoint.get("get", "/:curation_id", { params, success: Curation, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a curation", "One curation by its id.")),
    HttpApiEndpoint.post("revert", "/:curation_id/revert", {
      params,
      success: Curation,
      error: [NotFound, Conflict]
    })
      .annotate(Needs, "data:curate")
      .annotateMerge(
        docs(
          "Take a correction back",
          "What the other corrections say of its positions stands, and otherwise what was sent. 409 " +
            "when it was taken back before."
        )
      )
  )
  .annotate(OpenApi.Title, "Curations")
  .annotate(OpenApi.Description, "Corrections of people on positions; what was sent stays.")
  .prefix("/projects/:project_id/curations") {}
