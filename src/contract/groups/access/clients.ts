// AI clients: the ones people have given access, and the decision about one that asks for it.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ConnectedClient } from "../../../domain/access/ConnectedClient.ts"
import { Consent, ConsentDecision, ConsentId, Decided } from "../../../domain/access/Consent.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { BodyLimits, Needs } from "../../http/authorization.ts"
import { Forbidden, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const ClientAddress = Schema.Struct({
  address: Schema.NullOr(Schema.String).annotate({
    description: "What people give their AI client; null: AI clients are off"
  }),
  off_because: Schema.NullOr(Schema.String).annotate({ description: "Why they are off; null: they are not" })
}).annotate({
  identifier: "ClientAddress",
  examples: [{ address: "https://tracks.example.org/mcp", off_because: null }]
})

/**
 * Clients is the group of endpoints that list the caller's AI clients, read the address for new ones and
 * revoke access.
 */
export class Clients extends HttpApiGroup.make("clients")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        ...paged,
        user_id: optionalParameter(Uuid, "Those of this user; of others only for server admins"),
        everybody: optionalParameter(BooleanInput, "Everybody's, for server admins")
      },
      success: Page(ConnectedClient),
      error: [Malformed, Forbidden]
    })
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "List connected AI clients",
          "Those that you have let in, newest first, with what each did; also those that ended."
        )
      ),
    HttpApiEndpoint.get("address", "/address", { success: ClientAddress })
      .annotate(Needs, "known_caller")
      .annotateMerge(
        docs("Where AI clients connect", "The address to give to an AI client, or why none can connect.")
      ),
    HttpApiEndpoint.delete("revoke", "/:connection_id", { params: { connection_id: Uuid }, error: NotFound })
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "Disconnect an AI client",
          "Its tokens open nothing from the next request on. Doing it again changes nothing. Server admins may " +
            "disconnect everybody's."
        )
      )
  )
  .annotate(OpenApi.Title, "AI clients")
  .annotate(OpenApi.Description, "Programs that people have let in at the consent page, to work as them.")
  .prefix("/auth/clients") {}

const params = { consent_id: ConsentId }

/** Consents is the group of endpoints that show a client's request for access and decide about it. */
export class Consents extends HttpApiGroup.make("consents")
  .add(
    HttpApiEndpoint.get("get", "/:consent_id", { params, success: Consent, error: NotFound })
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "Read what an AI client asks for",
          "For the consent page, in the browser in which the request has begun; in every other there is no such " +
            "record."
        )
      ),
    HttpApiEndpoint.post("decide", "/:consent_id", {
      params,
      payload: withExample(ConsentDecision, {
        allow: true,
        scopes: ["project:read"],
        project_ids: ["019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33"]
      }),
      success: Decided,
      error: [Invalid, NotFound]
    })
      .annotate(Needs, "account")
      .annotate(BodyLimits, { bytes: 16 * 1024, depth: 4, nodes: 200 })
      .annotateMerge(
        docs(
          "Let an AI client in, or not",
          "Once for each request. What is given is a part of what was asked for, in projects of yours; the answer " +
            "says where the browser goes on."
        )
      )
  )
  .annotate(OpenApi.Title, "Consents")
  .annotate(OpenApi.Description, "The decision about an AI client that asks to come in.")
  .prefix("/consents") {}
