// The caller's own account: profile, password, and the browsers that are logged in.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OwnSession } from "../../../domain/access/OwnSession.ts"
import { Me, MyChange } from "../../../domain/access/User.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { BodyLimits, Needs } from "../../http/authorization.ts"
import { Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

/** Account is the group of endpoints by which people change their own account. */
export class Account extends HttpApiGroup.make("account")
  .add(
    HttpApiEndpoint.patch("update", "/me", {
      payload: withExample(MyChange, {
        phone: "+49 170 1234567",
        share_phone: true,
        preferences: { single_keys: false }
      }),
      success: Me
    })
      .annotate(Needs, "account")
      .annotate(BodyLimits, { bytes: 16 * 1024, depth: 4, nodes: 40 })
      .annotateMerge(
        docs(
          "Change your own record",
          "Changes the members that are sent, of `preferences` too, and leaves the others. The number is told " +
            "to nobody unless `share_phone` is true, then to the members of your projects."
        )
      ),
    HttpApiEndpoint.get("sessions", "/sessions", {
      query: paged,
      success: Page(OwnSession),
      error: Malformed
    })
      .annotate(Needs, "account")
      .annotateMerge(
        docs("List your sessions", "The browsers in which you are logged in now, newest login first.")
      ),
    HttpApiEndpoint.delete("endSession", "/sessions/:session_id", {
      params: { session_id: Uuid },
      error: NotFound
    })
      .annotate(Needs, "account")
      .annotateMerge(
        docs("End a session of yours", "That browser has to log in again, from its next request on.")
      )
  )
  .annotate(OpenApi.Title, "Account")
  .annotate(
    OpenApi.Description,
    "What callers change of themselves, and the browsers they are logged in with."
  )
  .prefix("/auth") {}
