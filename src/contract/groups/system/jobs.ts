// Background jobs of devices: what is being done with a device's records, and its progress.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import { DeviceJob, jobKinds } from "../../../domain/job/Job.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const params = { device_id: Uuid }

const Range = Schema.Struct({
  from: Schema.optionalKey(
    InstantInput.annotate({ description: "Records from this moment on; the first unless given" })
  ),
  to: Schema.optionalKey(
    InstantInput.annotate({ description: "Records before this moment; all unless given" })
  )
})

/** Jobs is the group of endpoints that attribute a device's records again, and list, read and cancel jobs. */
export class Jobs extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.post("reattribute", "/reattribute", {
      params,
      payload: withExample(Range, { from: "2026-04-01T00:00:00Z" }),
      success: DeviceJob.pipe(HttpApiSchema.status(202)),
      error: [NotFound, Forbidden, Invalid, Conflict]
    })
      .annotate(Needs, "project:write")
      .annotateMerge(
        docs(
          "Attribute a device's records again",
          "Gives every record of the device its project and entity from the assignments as they " +
            "stand: the remedy when records show the collar instead of the animal. Runs in the " +
            "background; rules then judge what changed. Needs `project:write` in every project the " +
            "device was ever in. A change of an assignment does this by itself, for the span it is " +
            "about. 409 while one waits or runs (`conflicting_id` is that job)."
        )
      ),
    HttpApiEndpoint.get("attributions", "/attribution-jobs", {
      params,
      query: paged,
      success: Page(DeviceJob),
      error: [Malformed, NotFound]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("List a device's attribution jobs", "Newest first, each with its trace once it is over.")
      ),
    HttpApiEndpoint.post("cancel", "/attribution-jobs/:job_id/cancel", {
      params: { ...params, job_id: Uuid },
      success: DeviceJob,
      error: [NotFound, Forbidden, Conflict]
    })
      .annotate(Needs, "project:write")
      .annotateMerge(
        docs(
          "Cancel an attribution job",
          "One that waits ends at once, one that runs with the chunk it is at, of which nothing is " +
            "kept. What was done before stays; records that it did not come to show their former owners " +
            "until a job is started again, which does nothing twice. Needs what starting one needs. 409 " +
            "for one that is over."
        )
      ),
    HttpApiEndpoint.get("list", "/jobs", {
      params,
      query: { ...paged, kind: optionalParameter(Schema.Literals(jobKinds), "Only jobs of this kind") },
      success: Page(DeviceJob),
      error: [Malformed, NotFound]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List a device's jobs",
          "Everything that went on in the background with the device's records, newest first."
        )
      ),
    HttpApiEndpoint.get("get", "/jobs/:job_id", {
      params: { ...params, job_id: Uuid },
      success: DeviceJob,
      error: NotFound
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a job", "How far it is: `progress` from 0 to 100."))
  )
  .annotate(OpenApi.Title, "Jobs")
  .annotate(OpenApi.Description, "What goes on in the background with a device's records.")
  .prefix("/devices/:device_id") {}
