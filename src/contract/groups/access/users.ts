// Users: the people with an account on this server. For server admins.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Email, NewUser, User, UserChange } from "../../../domain/access/User.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound, Unavailable } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const params = { user_id: Uuid }

/** Users is the group of endpoints by which server admins manage accounts. */
export class Users extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        ...paged,
        email: optionalParameter(Email, "Only the user with this e-mail address"),
        enabled: optionalParameter(BooleanInput, "Only those who are enabled, or only the others")
      },
      success: Page(User),
      error: Malformed
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(docs("List users", "Newest first.")),
    HttpApiEndpoint.post("create", "/", {
      payload: withExample(NewUser, {
        email: "ines@example.org",
        name: "Ines",
        password: "a meadow in the morning mist"
      }),
      success: User.pipe(HttpApiSchema.status(201)),
      error: [Conflict, Invalid, Unavailable]
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Make a user",
          "Without a password nobody can log in as this user, but tokens can be made for it."
        )
      ),
    HttpApiEndpoint.get("get", "/:user_id", { params, success: User, error: NotFound })
      .annotate(Needs, "server_admin")
      .annotateMerge(docs("Read a user", "One user by their id.")),
    HttpApiEndpoint.patch("update", "/:user_id", {
      params,
      payload: UserChange,
      success: User,
      error: [NotFound, Conflict, Unavailable]
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Change a user",
          "Changes the members that are sent. `enabled: false` ends the user's sessions and revokes " +
            "their tokens at once, a new password ends the sessions. The last server admin who is " +
            "enabled stays so: 409."
        )
      )
  )
  .annotate(OpenApi.Title, "Users")
  .annotate(OpenApi.Description, "Who may come in.")
  .prefix("/users") {}
