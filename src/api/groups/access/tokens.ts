// Handlers of access tokens.
import { Clock, Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { Forbidden, Invalid } from "../../../contract/http/errors.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import { Tokens } from "../../../store/access/Tokens.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** Fails with 403 unless the tokens are the caller's own, or the caller is a server admin. */
const checkOwner = (actor: Actor, userId: string | null) =>
  userId === actor.userId || actor.serverAdmin
    ? Effect.void
    : Effect.fail(
        new Forbidden({
          code: "FORBIDDEN",
          detail: "Tokens of others are for server admins.",
          permission: "server_admin"
        })
      )

/** `TokensLive` lists, creates and revokes tokens. */
export const TokensLive = HttpApiBuilder.group(
  Api,
  "tokens",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* Tokens
    return handlers.handleAll({
      list: ({ query, request }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          const userId = query.user_id ?? (query.everybody === true ? null : actor.userId)
          yield* checkOwner(actor, userId)
          return yield* page(request, query, (window) => tokens.list(userId, window))
        }),
      create: ({ payload }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          yield* checkOwner(actor, payload.user_id ?? actor.userId)
          if (payload.expires_at !== undefined && payload.expires_at <= (yield* Clock.currentTimeMillis))
            return yield* Invalid.at("/expires_at", "EXPIRED", "A token ends in the future.")
          return yield* tokens.create(actor, payload)
        }).pipe(asRefusal),
      get: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) => tokens.get(actor, params.token_id)).pipe(asRefusal),
      revoke: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) => tokens.revoke(actor, params.token_id)).pipe(asRefusal)
    })
  })
)
