// Assignments: which device was on which entity, and when.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import {
  AssignmentChange,
  EntityAssignment,
  NewEntityAssignment
} from "../../../domain/tracking/Assignment.ts"
import {
  AssignmentBatch,
  BatchPreview,
  BatchResult,
  MAX_BATCH_CHANGES
} from "../../../domain/tracking/AssignmentBatch.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
/** Example of a batch: the first entity wore the device a month less than recorded, another one then. */
const corrected = {
  changes: [
    {
      action: "update",
      assignment_id: "019a0c20-1d3e-7b1a-9a57-0e6f5d4c3b21",
      valid_to: "2026-03-01T05:00:00Z"
    },
    {
      action: "create",
      device_id: "019a0c1f-02b7-7a90-8f55-3c2f9d3b7e21",
      entity_id: "019a0c1e-6d2f-7c31-9b43-5b1f0e6a2d10",
      valid_from: "2026-03-01T05:00:00Z",
      valid_to: "2026-04-01T06:00:00Z"
    }
  ]
} as const

const params = { ...project, assignment_id: Uuid }

/** EntityAssignments is the group of endpoints that manage assignments, one by one and in batches. */
export class EntityAssignments extends HttpApiGroup.make("entityAssignments")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: {
        ...paged,
        entity_id: optionalParameter(Uuid, "Only those of this entity"),
        device_id: optionalParameter(Uuid, "Only those of this device"),
        current: optionalParameter(BooleanInput, "true: only those that hold now")
      },
      success: Page(EntityAssignment),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("List entity assignments", "Which device was on which entity, when; newest first.")
      ),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: withExample(NewEntityAssignment, {
        device_id: "019a0c1f-02b7-7a90-8f55-3c2f9d3b7e21",
        entity_id: "019a0c1e-6d2f-7c31-9b43-5b1f0e6a2d10",
        valid_from: "2026-04-01T06:00:00Z"
      }),
      success: EntityAssignment.pipe(HttpApiSchema.status(201)),
      error: [Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Put a device on an entity",
          "From a moment on, or for a span; spans of a device never overlap. What it reports in the " +
            "span belongs to the entity."
        )
      ),
    HttpApiEndpoint.post("preview", "/preview", {
      params: project,
      payload: withExample(AssignmentBatch, corrected),
      success: BatchPreview,
      error: [Forbidden, Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Preview changes of entity assignments",
          "What the same list would come to as a batch: whose records become whose, and how many events " +
            "are judged again. Nothing is changed. Told of records that the caller sees now."
        )
      ),
    HttpApiEndpoint.post("batch", "/batch", {
      params: project,
      payload: withExample(AssignmentBatch, corrected),
      success: BatchResult,
      error: [Forbidden, Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Change several entity assignments at once",
          `Up to ${MAX_BATCH_CHANGES} of one device, all or none: two neighbours that share an edge are moved ` +
            "together, which one after the other would overlap or leave a hole. The records between " +
            "follow in the background, as one job."
        )
      ),
    HttpApiEndpoint.get("get", "/:assignment_id", { params, success: EntityAssignment, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read an entity assignment", "One assignment by its id.")),
    HttpApiEndpoint.patch("update", "/:assignment_id", {
      params,
      payload: AssignmentChange,
      success: EntityAssignment,
      error: [NotFound, Forbidden, Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(docs("Change an entity assignment", "The usual change is to end it, with `valid_to`.")),
    HttpApiEndpoint.delete("remove", "/:assignment_id", { params, error: [NotFound, Forbidden] })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs("Remove an entity assignment", "For an assignment that never was; one that is over is ended.")
      )
  )
  .annotate(OpenApi.Title, "Entity assignments")
  .annotate(OpenApi.Description, "Which device was on which entity, when.")
  .prefix("/projects/:project_id/entity-assignments") {}
