// Entities: the animals, people and vehicles that are tracked.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import { Entity, EntityChange, entityStatuses, NewEntity } from "../../../domain/tracking/Entity.ts"
import { EntityShown } from "../../../domain/tracking/EntityNow.ts"
import { reportings } from "../../../domain/tracking/reporting.ts"
import {
  DEFAULT_NEAREST_ENTITIES,
  MAX_NEAREST_ENTITIES,
  Neighbours
} from "../../../domain/tracking/Nearest.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound, Stale } from "../../http/errors.ts"
import { ifMatch, IntegerInput, Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, entity_id: Uuid }

const filter = {
  entity_type_id: optionalParameter(Uuid, "Only entities of this type"),
  group_id: optionalParameter(Uuid, "Only entities in this group itself, not in those below it"),
  status: optionalParameter(Schema.Literals(entityStatuses), "Only entities of this status"),
  q: optionalParameter(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)),
    "Only entities with this in their name, in that of a device they wear, or in one of their attributes"
  ),
  reporting: optionalParameter(Schema.Literals(reportings), "Only entities that report so"),
  inside: optionalParameter(Uuid, "Only entities whose newest fix lies in this feature"),
  sort: optionalParameter(
    Schema.Literals(["name", "last_fix", "alert"]),
    "By name ascending, or the newest fix or the gravest open alert first; newest entity first unless given"
  )
}

const beside = {
  include: optionalParameter(
    Schema.String.check(
      Schema.isPattern(/^(now|spark)(,(now|spark))?$/u, {
        expected: "now, spark, or both with a comma between"
      })
    ),
    "What to tell beside each: `now` (where it was last, since when, what is open), `spark` (its last day)"
  )
}

/** Entities is the group of endpoints that manage entities. */
export class Entities extends HttpApiGroup.make("entities")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: { ...paged, ...filter, ...beside },
      success: Page(EntityShown),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List entities",
          "What is tracked in a project, newest first unless sorted otherwise; with `include` also how each is now."
        )
      ),
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
    HttpApiEndpoint.get("get", "/:entity_id", {
      params,
      query: beside,
      success: EntityShown,
      error: NotFound
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read an entity",
          "One entity by its id; with `include` also how it is now. Its `ETag` goes into `If-Match` of a later write."
        )
      ),
    HttpApiEndpoint.get("nearest", "/:entity_id/nearest", {
      params,
      query: {
        at: optionalParameter(InstantInput, "At this moment; now unless given"),
        limit: optionalParameter(IntegerInput(1, MAX_NEAREST_ENTITIES, DEFAULT_NEAREST_ENTITIES), "How many")
      },
      success: Neighbours,
      error: [NotFound, Invalid]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Who is nearest",
          "The entities nearest to one at a moment, the nearest first, by the newest fix that each had " +
            "then; a fix older than seven days does not count. Empty where the entity itself has none."
        )
      ),
    HttpApiEndpoint.patch("update", "/:entity_id", {
      params,
      headers: ifMatch("entity"),
      payload: EntityChange,
      success: Entity,
      error: [NotFound, Stale, Invalid]
    })
      .annotate(Needs, "entities:write")
      .annotateMerge(
        docs("Change an entity", "Changes the members that are sent. What is no longer tracked is archived.")
      ),
    HttpApiEndpoint.delete("remove", "/:entity_id", {
      params,
      headers: ifMatch("entity"),
      error: [NotFound, Conflict, Stale]
    })
      .annotate(Needs, "entities:write")
      .annotateMerge(
        docs("Remove an entity", "Refused once records belong to it: such an entity is archived.")
      )
  )
  .annotate(OpenApi.Title, "Entities")
  .annotate(OpenApi.Description, "What is tracked: animals, people, vehicles.")
  .prefix("/projects/:project_id/entities") {}
