// Members of a project: the role of each, and what of the project the member sees.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Member, MemberChange, NewMember } from "../../../domain/access/Member.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Invalid, Malformed, NotFound, Stale } from "../../http/errors.ts"
import { Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, user_id: Uuid }

const headers = {
  "if-match": optionalParameter(
    Schema.String,
    "The editions that may be overwritten: the ETag of the member as it was read; without it, any"
  )
}

const ines = withExample(NewMember, { email: "ines@example.org", role: "operator", scope: null })

const beyond = "Nobody gives what they do not have, or changes a member who may more than they: 403."

/** Members is the group of endpoints that manage the members of a project. */
export class Members extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: paged,
      success: Page(Member),
      error: Malformed
    })
      .annotate(Needs, "members:write")
      .annotateMerge(
        docs(
          "List members",
          "Who is in the project, newest first. For those who manage members: it tells their e-mail " +
            "addresses."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: ines,
      success: Member.pipe(HttpApiSchema.status(201)),
      error: [Conflict, Invalid, Forbidden]
    })
      .annotate(Needs, "members:write")
      .annotateMerge(
        docs(
          "Add a member",
          `Gives a user a role in the project, in all of it or in a scope of groups, entities and ` +
            `devices. ${beyond}`
        )
      ),
    HttpApiEndpoint.get("get", "/:user_id", { params, success: Member, error: NotFound })
      .annotate(Needs, "members:write")
      .annotateMerge(
        docs(
          "Read a member",
          "One member by the id of the user; the `ETag` goes into `If-Match` of a later write."
        )
      ),
    HttpApiEndpoint.patch("update", "/:user_id", {
      params,
      headers,
      payload: MemberChange,
      success: Member,
      error: [NotFound, Stale, Invalid, Forbidden]
    })
      .annotate(Needs, "members:write")
      .annotateMerge(
        docs(
          "Change a member",
          `Gives another role or another scope, which hold from the member's next request on and end ` +
            `their open streams. Of several who send the same \`If-Match\` one is first, the others get ` +
            `412. ${beyond}`
        )
      ),
    HttpApiEndpoint.delete("remove", "/:user_id", { params, headers, error: [NotFound, Stale, Forbidden] })
      .annotate(Needs, "members:write")
      .annotateMerge(
        docs("Remove a member", "From their next request on the project is to them as if it were not there.")
      )
  )
  .annotate(OpenApi.Title, "Members")
  .annotate(OpenApi.Description, "Who may do what in a project, and what of it they see.")
  .prefix("/projects/:project_id/members") {}
