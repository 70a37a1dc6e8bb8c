// The caller as the API shows them to themselves, with the end of their session.
import { Effect } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Me } from "../../domain/access/User.ts"
import { Sessions } from "../../store/access/Sessions.ts"
import { Users } from "../../store/access/Users.ts"
import { readSessionCookie } from "./sessionCookie.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

/** Returns the id of the caller's session; null for a token. */
export const sessionIdOf = (
  policy: SessionPolicy,
  actor: Actor,
  request: HttpServerRequest.HttpServerRequest
): string | null => (actor.kind === "user" ? readSessionCookie(policy, request) : null)

/** Makes the function that reads the caller's own account, permissions and end of session. */
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
