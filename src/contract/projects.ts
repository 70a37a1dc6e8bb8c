// Projects: the rooms everything else lives in.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { NewProject, Project, ProjectChange } from "../domain/tracking/Project.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Malformed, NotFound } from "./errors.ts"
import { Page, paged } from "./paging.ts"

const params = { project_id: Uuid }

export class Projects extends HttpApiGroup.make("projects").add(
  HttpApiEndpoint.get("list", "/", { query: paged, success: Page(Project), error: Malformed }).annotate(Needs, "known_caller"),
  HttpApiEndpoint.post("create", "/", { payload: NewProject, success: Project.pipe(HttpApiSchema.status(201)), error: Conflict }).annotate(Needs, "server_admin"),
  HttpApiEndpoint.get("get", "/:project_id", { params, success: Project, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:project_id", { params, payload: ProjectChange, success: Project, error: [NotFound, Conflict] }).annotate(Needs, "project:write"),
  HttpApiEndpoint.delete("remove", "/:project_id", { params, error: NotFound }).annotate(Needs, "server_admin")
).prefix("/projects") {}
