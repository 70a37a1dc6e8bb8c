// Handlers for connected AI clients, and for the consent that connects one.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { Forbidden, Invalid, notFound } from "../../../contract/http/errors.ts"
import { GRANT_DAYS } from "../../../domain/access/ConnectedClient.ts"
import type { ConsentDecision } from "../../../domain/access/Consent.ts"
import { formatInstant } from "../../../domain/time.ts"
import { ConnectedClients } from "../../../store/access/ConnectedClients.ts"
import { AuthorizationServer, type PendingConsent } from "../../authorization/AuthorizationServer.ts"
import { CLIENTS_OFF_REFUSAL, ProtectedResource } from "../../authorization/ProtectedResource.ts"
import { PROOF_COOKIE } from "../../authorization/authorizationKeys.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** `ClientsLive` lists and revokes connected AI clients, and tells the address that they connect to. */
export const ClientsLive = HttpApiBuilder.group(
  Api,
  "clients",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* ConnectedClients,
      currentResource = yield* ProtectedResource
    return handlers.handleAll({
      list: ({ query, request }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          const userId = query.user_id ?? (query.everybody === true ? null : actor.userId)
          if (userId !== actor.userId && !actor.serverAdmin)
            return yield* new Forbidden({
              code: "FORBIDDEN",
              detail: "AI clients of others are for server admins.",
              permission: "server_admin"
            })
          return yield* page(request, query, (window) => clients.list(userId, window))
        }),
      address: () =>
        Effect.sync(() => {
          const resource = currentResource()
          return resource === null
            ? { address: null, off_because: CLIENTS_OFF_REFUSAL }
            : { address: resource.resource, off_because: null }
        }),
      revoke: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) => clients.revoke(actor, params.connection_id)).pipe(asRefusal)
    })
  })
)

/**
 * Returns the scopes and projects that the user grants; fails with 422 where they exceed the request or are
 * empty.
 */
const checkDecision = Effect.fnUntraced(function* (
  { project_ids: projectIds = [], scopes = [] }: ConsentDecision,
  pending: PendingConsent
) {
  const unrequested = scopes.findIndex((scope) => !pending.scopes.includes(scope))
  if (unrequested !== -1)
    return yield* Invalid.at(
      `/scopes/${unrequested}`,
      "SCOPE_NOT_ASKED",
      "The client has not asked for this."
    )
  if (scopes.length === 0)
    return yield* Invalid.at("/scopes", "NOTHING_GIVEN", "Give at least one thing, or deny.")
  if (projectIds.length === 0)
    return yield* Invalid.at("/project_ids", "NO_PROJECT", "Choose at least one project, or deny.")
  return { scopes, projectIds }
})

/** `ConsentsLive` shows a pending consent, and records the user's decision. */
export const ConsentsLive = HttpApiBuilder.group(
  Api,
  "consents",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* ConnectedClients,
      server = yield* AuthorizationServer

    const pendingOf = Effect.fnUntraced(function* (id: string, request: HttpServerRequest.HttpServerRequest) {
      return (yield* server.pending(id, request.cookies[PROOF_COOKIE])) ?? (yield* notFound())
    })

    return handlers.handleAll({
      get: ({ params, request }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          const pending = yield* pendingOf(params.consent_id, request)
          return {
            client: {
              id: pending.clientId,
              name: pending.clientName,
              document_host: pending.documentHost
            },
            redirect_host: pending.redirectHost,
            loopback: pending.loopback,
            scopes: pending.scopes,
            projects: yield* clients.projectsOf(actor, pending.scopes),
            days: GRANT_DAYS,
            expires_at: formatInstant(pending.expiresAt)
          }
        }),
      decide: ({ params, payload, request }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          const id = params.consent_id
          const pending = yield* pendingOf(id, request)
          if (!payload.allow) {
            yield* clients.deny(actor, id, pending)
            return { redirect_to: yield* server.settle(id, null) }
          }
          const granted = yield* checkDecision(payload, pending)
          const grantId = yield* clients.allow(actor, id, { ...pending, ...granted })
          return {
            redirect_to: yield* server.settle(id, { userId: actor.userId, grantId, scopes: granted.scopes })
          }
        }).pipe(asRefusal)
    })
  })
)
