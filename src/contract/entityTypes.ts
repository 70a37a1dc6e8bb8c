// Kinds of entities: one catalogue for all projects.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { EntityType, EntityTypeChange, NewEntityType } from "../domain/tracking/EntityType.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Malformed, NotFound } from "./errors.ts"
import { Page, paged } from "./paging.ts"

const params = { entity_type_id: Uuid }

export class EntityTypes extends HttpApiGroup.make("entityTypes").add(
  HttpApiEndpoint.get("list", "/", { query: paged, success: Page(EntityType), error: Malformed }).annotate(Needs, "known_caller"),
  HttpApiEndpoint.post("create", "/", { payload: NewEntityType, success: EntityType.pipe(HttpApiSchema.status(201)), error: Conflict }).annotate(Needs, "server_admin"),
  HttpApiEndpoint.get("get", "/:entity_type_id", { params, success: EntityType, error: NotFound }).annotate(Needs, "known_caller"),
  HttpApiEndpoint.patch("update", "/:entity_type_id", { params, payload: EntityTypeChange, success: EntityType, error: NotFound }).annotate(Needs, "server_admin"),
  HttpApiEndpoint.delete("remove", "/:entity_type_id", { params, error: [NotFound, Conflict] }).annotate(Needs, "server_admin")
).prefix("/entity-types") {}
