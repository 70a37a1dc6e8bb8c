// The caller as they see themselves, with the end of the session they came by.
import { Effect } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Me } from "../../domain/access/User.ts"
import { Sessions } from "../../store/access/Sessions.ts"
import { Users } from "../../store/access/Users.ts"
import { readCookie } from "./sessionCookie.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

/** The id of the session that a known caller came by; null: by a token. */
export const sessionIdOf = (
  policy: SessionPolicy,
  actor: Actor,
  request: HttpServerRequest.HttpServerRequest
): string | null => (actor.kind === "user" ? readCookie(policy, request) : null)

export const makeReadMe = Effect.gen(function* () {
  const policy = yield* SessionPolicy,
    sessions = yield* Sessions,
    users = yield* Users
  return Effect.fnUntraced(function* (
    actor: Actor,
    request: HttpServerRequest.HttpServerRequest
  ): Effect.fn.Return<Me> {
    const id = sessionIdOf(policy, actor, request)
    const session = id === null ? null : yield* sessions.owner(id, policy)
    return { ...(yield* users.me(actor)), session_expires_at: session?.expiresAt ?? null }
  })
})
