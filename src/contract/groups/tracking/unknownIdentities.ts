// Identities that reported but belong to no device: listed, made into devices, or ignored.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import {
  IdentityIds,
  KeptReport,
  MAX_NAMED_IDENTITIES,
  NewRegistrations,
  Registered,
  UnknownIdentity,
  UnknownOfSource
} from "../../../domain/tracking/UnknownIdentity.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Invalid, Malformed } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter, OneOrMany } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const Ids = OneOrMany(Uuid, { type: "string", format: "uuid" })
const Chosen = Schema.Struct({ identity_ids: IdentityIds })
const Changed = Schema.Struct({ items: Schema.Array(UnknownIdentity) })
const some = { identity_ids: ["019a0c41-0c7e-7b2a-8d3f-5e4d3c2b1a09"] }

/** UnknownIdentities is the group of endpoints that list such identities and decide about them. */
export class UnknownIdentities extends HttpApiGroup.make("unknownIdentities")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        ...paged,
        data_source_id: optionalParameter(Uuid, "Only those of this data source"),
        ignored: optionalParameter(BooleanInput, "Only those that people ignore, or only the others"),
        reports: optionalParameter(BooleanInput, "With each, the newest of its reports that is kept")
      },
      success: Page(UnknownIdentity),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List unknown identities",
          "Devices that reported and that nobody has registered, those first that were seen last for " +
            "the first time. What they sent is kept until a device is made for them."
        )
      ),
    HttpApiEndpoint.get("sources", "/sources", {
      query: paged,
      success: Page(UnknownOfSource),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List unknown identities by data source",
          "How many there are at each data source, and how much they sent."
        )
      ),
    HttpApiEndpoint.get("reports", "/reports", {
      query: {
        ...paged,
        identity_id: optionalParameter(
          Ids,
          `Of this identity; repeat the key for several, at most ${MAX_NAMED_IDENTITIES}`
        ),
        include: optionalParameter(Schema.Literal("fields"), "Each with which member became which field")
      },
      success: Page(KeptReport),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List kept reports",
          "What unknown identities sent and is kept until they have a device, newest first: when it was, and where. " +
            "What belongs to nobody whom the caller may see is not among them."
        )
      ),
    HttpApiEndpoint.post("createDevices", "/create-devices", {
      payload: withExample(NewRegistrations, {
        ...some,
        device_type: "collar",
        project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
        entity_type_id: "00000000-0000-7000-8000-000000000102"
      }),
      success: Schema.Struct({ items: Schema.Array(Registered) }).pipe(HttpApiSchema.status(201)),
      error: [Forbidden, Conflict, Invalid]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Make devices of unknown identities",
          "A device for each, in a project and on an entity of its own where these are named. `each` gives " +
            "some a name, or puts them on an entity that is there. What " +
            "was kept is processed in the background, each report once, as if the device had been known " +
            "when it came: follow `job_id` at `GET /devices/{device_id}/jobs/{job_id}`. All are made or " +
            "none."
        )
      ),
    HttpApiEndpoint.post("ignore", "/ignore", {
      payload: withExample(Chosen, some),
      success: Changed,
      error: Invalid
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Ignore unknown identities",
          "Of those only the sightings are counted from now on. What was kept stays."
        )
      ),
    HttpApiEndpoint.post("unignore", "/unignore", {
      payload: withExample(Chosen, some),
      success: Changed,
      error: Invalid
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(docs("Heed ignored identities again", "What they send is kept again."))
  )
  .annotate(OpenApi.Title, "Unknown identities")
  .annotate(OpenApi.Description, "Who reported without being known.")
  .prefix("/unknown-identities") {}
