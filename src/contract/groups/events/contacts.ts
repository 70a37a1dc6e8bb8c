// The people of a project whose telephone number is known.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Contact } from "../../../domain/access/Contact.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Malformed } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

/** Contacts is the group with the one endpoint that lists the numbers to call. */
export class Contacts extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/projects/:project_id/contacts", {
      params: { project_id: Uuid },
      query: paged,
      success: Page(Contact),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List who can be called",
          "The members of the project who share their telephone number, the newest member first. Who is on " +
            "the map outside your scope is not among them."
        )
      )
  )
  .annotate(OpenApi.Title, "Contacts")
  .annotate(OpenApi.Description, "Who of a project can be called.") {}
