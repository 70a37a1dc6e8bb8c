// Projects: each holds its own entities, rules, members and records.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { ListedProject, NewProject, Project, ProjectChange, Slug } from "../../../domain/tracking/Project.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Malformed, NotFound, Stale } from "../../http/errors.ts"
import { ifMatch, Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const params = { project_id: Uuid }

/** Projects is the group of endpoints that manage projects. */
export class Projects extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...paged, slug: optionalParameter(Slug, "Only the project with this slug") },
      success: Page(ListedProject),
      error: Malformed
    })
      .annotate(Needs, "known_caller")
      .annotateMerge(
        docs(
          "List projects",
          "The projects you may see, newest first, each with how many animals and open alerts you see in it. " +
            "With `slug` the one that has it now, or none."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      payload: withExample(NewProject, { name: "Lower farm", timezone: "Europe/Berlin" }),
      success: Project.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Make a project",
          "A project is the room everything else lives in. The slug is made of the name unless given; " +
            "days are counted in the time zone, UTC unless given."
        )
      ),
    HttpApiEndpoint.get("get", "/:project_id", { params, success: Project, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("Read a project", "One project by its id; its `ETag` goes into `If-Match` of a later write.")
      ),
    HttpApiEndpoint.patch("update", "/:project_id", {
      params,
      headers: ifMatch("project"),
      payload: ProjectChange,
      success: Project,
      error: [NotFound, Conflict, Stale]
    })
      .annotate(Needs, "project:write")
      .annotateMerge(docs("Change a project", "Changes the members that are sent and leaves the others.")),
    HttpApiEndpoint.delete("remove", "/:project_id", {
      params,
      headers: ifMatch("project"),
      error: [NotFound, Stale]
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs("Remove a project", "Removes the project with everything in it: there is no way back.")
      )
  )
  .annotate(OpenApi.Title, "Projects")
  .annotate(OpenApi.Description, "The rooms everything else lives in.")
  .prefix("/projects") {}
