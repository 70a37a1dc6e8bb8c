// Looks up the caller of a request by its bearer token or by the session of a browser.
import { Effect } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { Actor } from "../../domain/access/Actor.ts"
import { type SessionOwner, Sessions } from "../../store/access/Sessions.ts"
import { Tokens } from "../../store/access/Tokens.ts"
import { CorsOrigins } from "../http/cors.ts"
import { originOf } from "../http/sameOrigin.ts"
import { readSessionCookie } from "./sessionCookie.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

/** `MAX_TOKEN_CHARACTERS` bounds the tokens that are looked up. */
const MAX_TOKEN_CHARACTERS = 512

/** Returns the bearer token of a request; empty without one. */
export const bearerTokenOf = ({ headers }: HttpServerRequest.HttpServerRequest): string =>
  /^bearer +(.*)$/i.exec(headers["authorization"] ?? "")?.[1] ?? ""

/** Returns the actor of a session: its user, without limits of scopes or projects. */
export const sessionActor = ({ name, serverAdmin, userId }: SessionOwner, requestId: string): Actor => ({
  kind: "user",
  id: userId,
  name,
  userId,
  serverAdmin,
  scopes: null,
  projectIds: null,
  requestId
})

/** Makes the functions that look callers up. They do not fail: an unknown caller is null. */
export const makeCallerLookup = Effect.gen(function* () {
  const tokens = yield* Tokens,
    sessions = yield* Sessions,
    policy = yield* SessionPolicy,
    origins = yield* CorsOrigins

  /** Returns the owner of a token; null for an invalid token. */
  const byToken = (token: string) =>
    token === "" || token.length > MAX_TOKEN_CHARACTERS ? Effect.succeed(null) : tokens.owner(token)

  /**
   * Returns the session of a request; null if the request carries a token, which then counts alone, or comes
   * from a page of another origin, which may use the API with a token only.
   */
  const sessionOf = (request: HttpServerRequest.HttpServerRequest): string | null => {
    const isOtherOrigin =
      origins.has(request.headers["origin"] ?? "") &&
      originOf(request.headers, policy.publicUrl) === "foreign"
    return request.headers["authorization"] === undefined && !isOtherOrigin
      ? readSessionCookie(policy, request)
      : null
  }

  /** Returns the owner of a session; null if the session has ended. */
  const bySession = (id: string) => sessions.owner(id, policy)

  return { byToken, sessionOf, bySession }
})
