// The audit log: which actor did what, and when.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { AuditEntry } from "../../../domain/access/AuditEntry.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Invalid, Malformed } from "../../http/errors.ts"
import { Page, paged, optionalParameter, timeRange } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

const word = Schema.String.check(Schema.isMaxLength(200))

const query = {
  ...paged,
  ...timeRange,
  actor: optionalParameter(
    Uuid,
    "Only what this user did, themselves or by a token of theirs; or only what this token did"
  ),
  action: optionalParameter(word, "Only this action, such as user.logged_in"),
  object_type: optionalParameter(word, "Only what was done to things of this type"),
  object_id: optionalParameter(word, "Only what was done to the thing with this id")
}

/** Audit is the group of endpoints that read the audit log. */
export class Audit extends HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("list", "/audit", { query, success: Page(AuditEntry), error: [Malformed, Invalid] })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "List the audit log",
          "Who changed what, who came in, who was refused; newest first. Nobody can edit or remove an entry."
        )
      ),
    HttpApiEndpoint.get("listOfProject", "/projects/:project_id/audit", {
      params: { project_id: Uuid },
      query,
      success: Page(AuditEntry),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "project:write")
      .annotateMerge(docs("List a project's audit log", "What was done in the project, newest first."))
  )
  .annotate(OpenApi.Title, "Audit")
  .annotate(OpenApi.Description, "Who did what.") {}
