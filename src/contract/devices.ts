// Devices, what data sources call them, and which project they were in, when.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { AssignmentChange, NewProjectAssignment, ProjectAssignment } from "../domain/tracking/Assignment.ts"
import { Device, DeviceChange, deviceStatuses, Identity, NewDevice, NewIdentity } from "../domain/tracking/Device.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "./errors.ts"
import { Page, paged } from "./paging.ts"

const params = { device_id: Uuid }

/** `project_id`: assigned to the project now. */
const filter = {
  status: Schema.optionalKey(Schema.Literals(deviceStatuses)), project_id: Schema.optionalKey(Uuid),
  data_source_id: Schema.optionalKey(Uuid), external_id: Schema.optionalKey(Schema.String)
}

export class Devices extends HttpApiGroup.make("devices").add(
  HttpApiEndpoint.get("list", "/", { query: { ...paged, ...filter }, success: Page(Device), error: Malformed }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("create", "/", { payload: NewDevice, success: Device.pipe(HttpApiSchema.status(201)), error: [Conflict, Invalid] }).annotate(Needs, "devices:write"),
  HttpApiEndpoint.get("get", "/:device_id", { params, success: Device, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:device_id", { params, payload: DeviceChange, success: Device, error: NotFound }).annotate(Needs, "devices:write"),
  HttpApiEndpoint.delete("remove", "/:device_id", { params, error: [NotFound, Conflict] }).annotate(Needs, "devices:write"),
  HttpApiEndpoint.get("identities", "/:device_id/identities", { params, query: paged, success: Page(Identity), error: [Malformed, NotFound] }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("addIdentity", "/:device_id/identities", { params, payload: NewIdentity, success: Identity.pipe(HttpApiSchema.status(201)), error: [NotFound, Conflict, Invalid] })
    .annotate(Needs, "devices:write"),
  HttpApiEndpoint.get("identity", "/:device_id/identities/:identity_id", { params: { ...params, identity_id: Uuid }, success: Identity, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.delete("removeIdentity", "/:device_id/identities/:identity_id", { params: { ...params, identity_id: Uuid }, error: NotFound }).annotate(Needs, "devices:write")
).prefix("/devices") {}

const assignment = { ...params, assignment_id: Uuid }

export class ProjectAssignments extends HttpApiGroup.make("projectAssignments").add(
  HttpApiEndpoint.get("list", "/", { params, query: paged, success: Page(ProjectAssignment), error: [Malformed, NotFound] }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("create", "/", { params, payload: NewProjectAssignment, success: ProjectAssignment.pipe(HttpApiSchema.status(201)), error: [NotFound, Conflict, Invalid] })
    .annotate(Needs, "devices:write"),
  HttpApiEndpoint.get("get", "/:assignment_id", { params: assignment, success: ProjectAssignment, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:assignment_id", { params: assignment, payload: AssignmentChange, success: ProjectAssignment, error: [NotFound, Conflict, Invalid] })
    .annotate(Needs, "devices:write"),
  HttpApiEndpoint.delete("remove", "/:assignment_id", { params: assignment, error: NotFound }).annotate(Needs, "devices:write")
).prefix("/devices/:device_id/project-assignments") {}
