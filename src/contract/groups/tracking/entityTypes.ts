// Kinds of entities: one catalogue for all projects.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { EntityType, EntityTypeChange, NewEntityType } from "../../../domain/tracking/EntityType.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const params = { entity_type_id: Uuid }

/** EntityTypes is the group of endpoints that manage the catalogue. */
export class EntityTypes extends HttpApiGroup.make("entityTypes")
  .add(
    HttpApiEndpoint.get("list", "/", { query: paged, success: Page(EntityType), error: Malformed })
      .annotate(Needs, "known_caller")
      .annotateMerge(docs("List entity types", "Kinds of entities, one catalogue for all projects.")),
    HttpApiEndpoint.post("create", "/", {
      payload: withExample(NewEntityType, { key: "reindeer", label: "Reindeer" }),
      success: EntityType.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs("Make an entity type", "The key is what programs say, the label what people read.")
      ),
    HttpApiEndpoint.get("get", "/:entity_type_id", { params, success: EntityType, error: NotFound })
      .annotate(Needs, "known_caller")
      .annotateMerge(docs("Read an entity type", "One entity type by its id.")),
    HttpApiEndpoint.patch("update", "/:entity_type_id", {
      params,
      payload: EntityTypeChange,
      success: EntityType,
      error: NotFound
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(docs("Change an entity type", "Changes the members that are sent.")),
    HttpApiEndpoint.delete("remove", "/:entity_type_id", { params, error: [NotFound, Conflict] })
      .annotate(Needs, "server_admin")
      .annotateMerge(docs("Remove an entity type", "Refused while entities are of this type."))
  )
  .annotate(OpenApi.Title, "Entity types")
  .annotate(OpenApi.Description, "Kinds of what is tracked: one catalogue for all projects.")
  .prefix("/entity-types") {}
