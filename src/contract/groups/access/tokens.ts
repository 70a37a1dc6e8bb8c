// Tokens: credentials of programs.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { NewToken, OpenedToken, Token } from "../../../domain/access/Token.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Forbidden, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const params = { token_id: Uuid }

const dashboard = withExample(NewToken, {
  name: "Herd dashboard",
  scopes: ["project:read"],
  expires_at: "2027-04-01T08:00:00Z"
})

/** Tokens is the group of endpoints that create, list and revoke tokens. */
export class Tokens extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        ...paged,
        user_id: optionalParameter(Uuid, "Those of this user; of others only for server admins"),
        everybody: optionalParameter(BooleanInput, "Everybody's, for server admins")
      },
      success: Page(Token),
      error: [Malformed, Forbidden]
    })
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "List tokens",
          "Your own unless said, newest first; also those that are revoked or expired. What a token " +
            "is, is never shown again."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      payload: dashboard,
      success: OpenedToken.pipe(HttpApiSchema.status(201)),
      error: [Forbidden, Invalid]
    })
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "Make a token",
          "The answer shows the token, this once. It may do what both its user and its scopes permit, " +
            "in its projects. The permission keys are the scopes."
        )
      ),
    HttpApiEndpoint.get("get", "/:token_id", { params, success: Token, error: NotFound })
      .annotate(Needs, "account")
      .annotateMerge(
        docs("Read a token", "What it carries and when it was used last. Server admins may read everybody's.")
      ),
    HttpApiEndpoint.delete("revoke", "/:token_id", { params, error: NotFound })
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "Revoke a token",
          "It opens nothing from the next request on. Revoking it again changes nothing. Server " +
            "admins may revoke everybody's."
        )
      )
  )
  .annotate(OpenApi.Title, "Tokens")
  .annotate(OpenApi.Description, "Ways in for programs, each with a part of what its user may.")
  .prefix("/auth/tokens") {}
