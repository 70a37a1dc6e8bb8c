// Entities: what is tracked.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../domain/fields.ts"
import { Entity, EntityChange, entityStatuses, NewEntity } from "../../domain/tracking/Entity.ts"
import { Needs } from "../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "../http/errors.ts"
import { Page, paged, perhaps } from "../http/paging.ts"
import { docs, withExample } from "../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, entity_id: Uuid }

const filter = {
  entity_type_id: perhaps(Uuid, "Only entities of this type"),
  group_id: perhaps(Uuid, "Only entities in this group itself, not in those below it"),
  status: perhaps(Schema.Literals(entityStatuses), "Only entities of this status")
}

export class Entities extends HttpApiGroup.make("entities")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: { ...paged, ...filter },
      success: Page(Entity),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List entities", "What is tracked in a project, newest first.")),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: withExample(NewEntity, {
        entity_type_id: "00000000-0000-7000-8000-000000000102",
        name: "Alma",
        attributes: { weight_kg: 640 }
      }),
      success: Entity.pipe(HttpApiSchema.status(201)),
      error: Invalid
    })
      .annotate(Needs, "entities:write")
      .annotateMerge(
        docs("Make an entity", "An animal, a person, a vehicle. Devices come and go on it; it stays.")
      ),
    HttpApiEndpoint.get("get", "/:entity_id", { params, success: Entity, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read an entity", "One entity by its id.")),
    HttpApiEndpoint.patch("update", "/:entity_id", {
      params,
      payload: EntityChange,
      success: Entity,
      error: [NotFound, Invalid]
    })
      .annotate(Needs, "entities:write")
      .annotateMerge(
        docs("Change an entity", "Changes the members that are sent. What is no longer tracked is archived.")
      ),
    HttpApiEndpoint.delete("remove", "/:entity_id", { params, error: [NotFound, Conflict] })
      .annotate(Needs, "entities:write")
      .annotateMerge(
        docs("Remove an entity", "Refused once records belong to it: such an entity is archived.")
      )
  )
  .annotate(OpenApi.Title, "Entities")
  .annotate(OpenApi.Description, "What is tracked: animals, people, vehicles.")
  .prefix("/projects/:project_id/entities") {}
