// Groups: nested folders of a project's entities.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { Group, GroupChange, NewGroup } from "../../../domain/tracking/Group.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, group_id: Uuid }

/** Groups is the group of endpoints that manage the folders of entities. */
export class Groups extends HttpApiGroup.make("groups")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: { ...paged, parent_id: optionalParameter(Uuid, "Only groups that lie directly in this one") },
      success: Page(Group),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List groups", "Groups of a project, newest first.")),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: withExample(NewGroup, { name: "Heifers" }),
      success: Group.pipe(HttpApiSchema.status(201)),
      error: Invalid
    })
      .annotate(Needs, "entities:write")
      .annotateMerge(
        docs("Make a group", "A group is a folder of entities, also called a herd; it may lie in another.")
      ),
    HttpApiEndpoint.get("get", "/:group_id", { params, success: Group, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a group", "One group by its id.")),
    HttpApiEndpoint.patch("update", "/:group_id", {
      params,
      payload: GroupChange,
      success: Group,
      error: [NotFound, Invalid]
    })
      .annotate(Needs, "entities:write")
      .annotateMerge(
        docs("Change a group", "Changes the members that are sent; a group cannot be moved into itself.")
      ),
    HttpApiEndpoint.delete("remove", "/:group_id", { params, error: [NotFound, Conflict] })
      .annotate(Needs, "entities:write")
      .annotateMerge(docs("Remove a group", "Refused while there are groups or entities in it."))
  )
  .annotate(OpenApi.Title, "Groups")
  .annotate(OpenApi.Description, "Nested folders of a project's entities.")
  .prefix("/projects/:project_id/groups") {}
