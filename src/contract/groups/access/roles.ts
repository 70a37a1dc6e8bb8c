// Roles of a project: the built-in ones, and the project's own.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { NewRole, Role, RoleChange, RoleKey } from "../../../domain/access/Role.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, role_key: RoleKey.annotate({ description: "Key of the role" }) }

const ranger = withExample(NewRole, {
  key: "ranger",
  label: "Ranger",
  permissions: ["project:read", "alerts:write", "events:write"]
})

/** Roles is the group of endpoints that manage the roles of a project. */
export class Roles extends HttpApiGroup.make("roles")
  .add(
    HttpApiEndpoint.get("list", "/", { params: project, query: paged, success: Page(Role), error: Malformed })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List roles",
          "The project's own roles, newest first, then the built-in ones, of which each may all that " +
            "the one after it may."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: ranger,
      success: Role.pipe(HttpApiSchema.status(201)),
      error: [Conflict, Forbidden]
    })
      .annotate(Needs, "members:write")
      .annotateMerge(
        docs(
          "Make a role",
          "A set of permissions under a name of the project's own. Nobody puts in what they do not have: 403."
        )
      ),
    HttpApiEndpoint.get("get", "/:role_key", { params, success: Role, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a role", "One role by its key.")),
    HttpApiEndpoint.patch("update", "/:role_key", {
      params,
      payload: RoleChange,
      success: Role,
      error: [NotFound, Conflict, Forbidden]
    })
      .annotate(Needs, "members:write")
      .annotateMerge(
        docs(
          "Change a role",
          "What it may from now on, its members may from their next request on. A built-in role stays " +
            "as it is: 409. Nobody changes a role that may more than they: 403."
        )
      ),
    HttpApiEndpoint.delete("remove", "/:role_key", { params, error: [NotFound, Conflict, Forbidden] })
      .annotate(Needs, "members:write")
      .annotateMerge(docs("Remove a role", "Refused while a member has it, and if it is built in: 409."))
  )
  .annotate(OpenApi.Title, "Roles")
  .annotate(OpenApi.Description, "Named sets of permissions.")
  .prefix("/projects/:project_id/roles") {}
