// Logging in and out, and what a caller can read about itself.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { ClaimedPassword, Email, Me, Password } from "../../../domain/access/User.ts"
import { BodyLimits, Needs, ReadRequest } from "../../http/authorization.ts"
import { Forbidden, Invalid, TooMany, Unauthorized, Unavailable } from "../../http/errors.ts"
import { docs, withExample } from "../../http/docs.ts"

const small = { bytes: 16 * 1024, depth: 4, nodes: 20 }

const Credentials = withExample(Schema.Struct({ email: Email, password: ClaimedPassword }), {
  email: "ines@example.org",
  password: "a meadow in the morning mist"
})

const PasswordChange = withExample(Schema.Struct({ current: ClaimedPassword, new: Password }), {
  current: "a meadow in the morning mist",
  new: "seven cows and one bull"
})

/** Login is the group outside the guard: its callers have no session yet. */
export class Login extends HttpApiGroup.make("login")
  .add(
    HttpApiEndpoint.post("login", "/login", {
      payload: Credentials,
      success: Me,
      error: [Unauthorized, Forbidden, TooMany, Unavailable]
    })
      .annotate(Needs, "nothing")
      .annotate(BodyLimits, small)
      .annotateMerge(
        docs(
          "Log in",
          "Sets the cookie of a new session. After some failures from one address the next try has to " +
            "wait, as `Retry-After` says; nobody is locked out. " +
            "Where too many passwords are tried at once it is answered 503 within three seconds, " +
            "which is no failure: who comes back after `Retry-After` comes before the others."
        )
      ),
    HttpApiEndpoint.get("session", "/session", { success: Schema.NullOr(Me) })
      .annotate(Needs, "nothing")
      .annotateMerge(
        docs(
          "Ask whether you are logged in",
          "What `GET /auth/me` tells, or null where that answers 401: for pages, since browsers report every " +
            "401 as an error."
        )
      )
  )
  .middleware(ReadRequest)
  .annotate(OpenApi.Title, "Login")
  .annotate(OpenApi.Description, "The way in for browsers.")
  .prefix("/auth") {}

/** Session is the group of endpoints that read the caller's identity and end the session. */
export class Session extends HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.post("logout", "/logout")
      .annotate(Needs, "known_caller")
      .annotateMerge(docs("Log out", "Ends the session. Of a token nothing ends: revoke it.")),
    HttpApiEndpoint.get("me", "/me", { success: Me })
      .annotate(Needs, "known_caller")
      .annotateMerge(
        docs("Read who you are", "The caller, and what these credentials may do in which project.")
      ),
    HttpApiEndpoint.post("password", "/password", {
      payload: PasswordChange,
      error: [Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "account")
      .annotate(BodyLimits, small)
      .annotateMerge(
        docs(
          "Change your password",
          "Ends all your other sessions. Tokens go on: revoke those that you do not trust."
        )
      )
  )
  .annotate(OpenApi.Title, "Session")
  .annotate(OpenApi.Description, "What callers know of themselves, and the way out.")
  .prefix("/auth") {}
