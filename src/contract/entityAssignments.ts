// Which device was on which entity, when.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { AssignmentChange, EntityAssignment, NewEntityAssignment } from "../domain/tracking/Assignment.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "./errors.ts"
import { Page, paged } from "./paging.ts"

const project = { project_id: Uuid }
const params = { ...project, assignment_id: Uuid }

export class EntityAssignments extends HttpApiGroup.make("entityAssignments").add(
  HttpApiEndpoint.get("list", "/", { params: project, query: { ...paged, entity_id: Schema.optionalKey(Uuid), device_id: Schema.optionalKey(Uuid) }, success: Page(EntityAssignment), error: Malformed }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("create", "/", { params: project, payload: NewEntityAssignment, success: EntityAssignment.pipe(HttpApiSchema.status(201)), error: [Conflict, Invalid] }).annotate(Needs, "devices:write"),
  HttpApiEndpoint.get("get", "/:assignment_id", { params, success: EntityAssignment, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:assignment_id", { params, payload: AssignmentChange, success: EntityAssignment, error: [NotFound, Conflict, Invalid] }).annotate(Needs, "devices:write"),
  HttpApiEndpoint.delete("remove", "/:assignment_id", { params, error: NotFound }).annotate(Needs, "devices:write")
).prefix("/projects/:project_id/entity-assignments") {}
