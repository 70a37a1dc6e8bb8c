// Entities: what is tracked.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { Entity, EntityChange, entityStatuses, NewEntity } from "../domain/tracking/Entity.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "./errors.ts"
import { Page, paged } from "./paging.ts"

const project = { project_id: Uuid }
const params = { ...project, entity_id: Uuid }

/** `group_id`: in the group itself, not in those below it. */
const filter = {
  entity_type_id: Schema.optionalKey(Uuid), group_id: Schema.optionalKey(Uuid), status: Schema.optionalKey(Schema.Literals(entityStatuses))
}

export class Entities extends HttpApiGroup.make("entities").add(
  HttpApiEndpoint.get("list", "/", { params: project, query: { ...paged, ...filter }, success: Page(Entity), error: Malformed }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("create", "/", { params: project, payload: NewEntity, success: Entity.pipe(HttpApiSchema.status(201)), error: Invalid }).annotate(Needs, "entities:write"),
  HttpApiEndpoint.get("get", "/:entity_id", { params, success: Entity, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:entity_id", { params, payload: EntityChange, success: Entity, error: [NotFound, Invalid] }).annotate(Needs, "entities:write"),
  HttpApiEndpoint.delete("remove", "/:entity_id", { params, error: [NotFound, Conflict] }).annotate(Needs, "entities:write")
).prefix("/projects/:project_id/entities") {}
