// Devices, the identities that data sources use for them, and the projects they belonged to over time.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import {
  AssignmentChange,
  NewProjectAssignment,
  ProjectAssignment
} from "../../../domain/tracking/Assignment.ts"
import {
  Device,
  DeviceChange,
  deviceStatuses,
  Identity,
  NewDevice,
  NewIdentity
} from "../../../domain/tracking/Device.ts"
import { DeviceDay, MAX_DEVICE_DAYS, MAX_DEVICE_RECORDS } from "../../../domain/tracking/DeviceDays.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const params = { device_id: Uuid }

const filter = {
  status: optionalParameter(Schema.Literals(deviceStatuses), "Only devices of this status"),
  project_id: optionalParameter(Uuid, "Only devices assigned to this project now"),
  data_source_id: optionalParameter(Uuid, "Only devices that this data source knows"),
  external_id: optionalParameter(Schema.String, "Only devices with this name at a data source"),
  q: optionalParameter(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
    "Only devices that have these letters in their name, or in what a data source calls them"
  )
}

/** Devices is the group of endpoints that manage devices and their identities. */
export class Devices extends HttpApiGroup.make("devices")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...paged, ...filter },
      success: Page(Device),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List devices", "What sends, newest first.")),
    HttpApiEndpoint.post("create", "/", {
      payload: withExample(NewDevice, {
        name: "Collar 7",
        external_id: "collar-7",
        data_source_id: "019a0c1d-c5e0-7b62-b1f7-7e8a90c1d244"
      }),
      success: Device.pipe(HttpApiSchema.status(201)),
      error: [Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Make a device",
          "`external_id` and `data_source_id` come together and are its first identity: what the data " +
            "source calls it."
        )
      ),
    HttpApiEndpoint.get("get", "/:device_id", { params, success: Device, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a device", "One device by its id.")),
    HttpApiEndpoint.patch("update", "/:device_id", {
      params,
      payload: DeviceChange,
      success: Device,
      error: NotFound
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(docs("Change a device", "Changes the members that are sent.")),
    HttpApiEndpoint.delete("remove", "/:device_id", { params, error: [NotFound, Conflict] })
      .annotate(Needs, "devices:write")
      .annotateMerge(docs("Remove a device", "Refused once it has records: such a device is retired.")),
    HttpApiEndpoint.post("release", "/:device_id/release", {
      params,
      success: Device,
      error: [NotFound, Conflict]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Release a device",
          "Lets any project take the device over, with whatever of its past is in no project: the " +
            "consent of the project it was put in last, given by who sees that project whole. Records of " +
            "spans in which it still is in a project stay there. Over when the device is put in a " +
            "project again."
        )
      ),
    HttpApiEndpoint.get("days", "/:device_id/days", {
      params,
      query: {
        project_id: Uuid.pipe(
          Schema.annotateEncoded({ description: "Records of this project, in days of its time zone" })
        ),
        from: InstantInput.pipe(Schema.annotateEncoded({ description: "From this moment on" })),
        to: InstantInput.pipe(
          Schema.annotateEncoded({
            description: `Before this moment; at most ${MAX_DEVICE_DAYS} days, and not beyond the present`
          })
        )
      },
      success: Schema.Struct({ items: Schema.Array(DeviceDay) }),
      error: [NotFound, Invalid]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read a device's days",
          "How many records of each day there are, how many were to be expected, and when it was silent. " +
            `Of a span with more than ${MAX_DEVICE_RECORDS} records nothing is told: 422.`
        )
      ),
    HttpApiEndpoint.get("identities", "/:device_id/identities", {
      params,
      query: paged,
      success: Page(Identity),
      error: [Malformed, NotFound]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List a device's identities", "What data sources call the device.")),
    HttpApiEndpoint.post("addIdentity", "/:device_id/identities", {
      params,
      payload: withExample(NewIdentity, {
        data_source_id: "019a0c1d-c5e0-7b62-b1f7-7e8a90c1d244",
        external_id: "collar-7"
      }),
      success: Identity.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Add an identity",
          "What another data source calls the device. No two devices have the same one."
        )
      ),
    HttpApiEndpoint.get("identity", "/:device_id/identities/:identity_id", {
      params: { ...params, identity_id: Uuid },
      success: Identity,
      error: NotFound
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read an identity", "One identity by its id.")),
    HttpApiEndpoint.delete("removeIdentity", "/:device_id/identities/:identity_id", {
      params: { ...params, identity_id: Uuid },
      error: NotFound
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Remove an identity",
          "Reports under this name are unknown from now on; they are kept until a device has the name again."
        )
      )
  )
  .annotate(OpenApi.Title, "Devices")
  .annotate(OpenApi.Description, "What sends, and what data sources call it.")
  .prefix("/devices") {}

const assignment = { ...params, assignment_id: Uuid }

/** ProjectAssignments is the group of endpoints that say which project a device belonged to, and when. */
export class ProjectAssignments extends HttpApiGroup.make("projectAssignments")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params,
      query: paged,
      success: Page(ProjectAssignment),
      error: [Malformed, NotFound]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("List project assignments", "Which projects the device was in, when; newest first.")
      ),
    HttpApiEndpoint.post("create", "/", {
      params,
      payload: withExample(NewProjectAssignment, {
        project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
        valid_from: "2026-04-01T06:00:00Z"
      }),
      success: ProjectAssignment.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Put a device in a project",
          "From a moment on, or for a span; spans of a device never overlap. A device that has been " +
            "in a project is put in another by who sees both whole, once the first has released it, or " +
            "by a server admin; otherwise it is like one that is not there (404), or 409 `DEVICE_KEPT` " +
            "for who sees it."
        )
      ),
    HttpApiEndpoint.get("get", "/:assignment_id", {
      params: assignment,
      success: ProjectAssignment,
      error: NotFound
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a project assignment", "One assignment by its id.")),
    HttpApiEndpoint.patch("update", "/:assignment_id", {
      params: assignment,
      payload: AssignmentChange,
      success: ProjectAssignment,
      error: [NotFound, Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(docs("Change a project assignment", "The usual change is to end it, with `valid_to`.")),
    HttpApiEndpoint.delete("remove", "/:assignment_id", { params: assignment, error: NotFound })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Remove a project assignment",
          "For an assignment that never was; one that is over is ended. The project goes on keeping " +
            "the device: others need its release, and it is found by its id."
        )
      )
  )
  .annotate(OpenApi.Title, "Project assignments")
  .annotate(OpenApi.Description, "Which project a device was in, when.")
  .prefix("/devices/:device_id/project-assignments") {}
