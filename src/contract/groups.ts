// Groups: nested folders of a project's entities.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { Group, GroupChange, NewGroup } from "../domain/tracking/Group.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "./errors.ts"
import { Page, paged } from "./paging.ts"

const project = { project_id: Uuid }
const params = { ...project, group_id: Uuid }

export class Groups extends HttpApiGroup.make("groups").add(
  HttpApiEndpoint.get("list", "/", { params: project, query: { ...paged, parent_id: Schema.optionalKey(Uuid) }, success: Page(Group), error: Malformed }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("create", "/", { params: project, payload: NewGroup, success: Group.pipe(HttpApiSchema.status(201)), error: Invalid }).annotate(Needs, "entities:write"),
  HttpApiEndpoint.get("get", "/:group_id", { params, success: Group, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:group_id", { params, payload: GroupChange, success: Group, error: [NotFound, Invalid] }).annotate(Needs, "entities:write"),
  HttpApiEndpoint.delete("remove", "/:group_id", { params, error: [NotFound, Conflict] }).annotate(Needs, "entities:write")
).prefix("/projects/:project_id/groups") {}
