// Who stands behind what a caller shows: a bearer token, or the session of a browser.
import { Effect } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { Actor } from "../../domain/access/Actor.ts"
import { type SessionOwner, Sessions } from "../../store/access/Sessions.ts"
import { Tokens } from "../../store/access/Tokens.ts"
import { CorsOrigins } from "../http/cors.ts"
import { originOf } from "../http/sameOrigin.ts"
import { readCookie } from "./sessionCookie.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

/** Longer ones are not looked up. */
const MAX_TOKEN = 512

/** The token that a request shows; empty: none. */
export const shownToken = ({ headers }: HttpServerRequest.HttpServerRequest): string =>
  /^bearer +(.*)$/i.exec(headers["authorization"] ?? "")?.[1] ?? ""

/** The actor that the owner of a session is. */
export const actorOf = ({ name, serverAdmin, userId }: SessionOwner, requestId: string): Actor => ({
  kind: "user",
  id: userId,
  name,
  userId,
  serverAdmin,
  scopes: null,
  projectIds: null,
  requestId
})

/** Looks callers up. Nothing of it refuses: what opens nothing is null. */
export const makeKnowCaller = Effect.gen(function* () {
  const tokens = yield* Tokens,
    sessions = yield* Sessions,
    policy = yield* SessionPolicy,
    origins = yield* CorsOrigins

  /** The owner of a token; null: it opens nothing. */
  const byToken = (token: string) =>
    token === "" || token.length > MAX_TOKEN ? Effect.succeed(null) : tokens.owner(token)

  /**
   * The session that a request counts with. Whoever shows a token means it, whatever cookie the browser adds;
   * and a page of another origin that may use the API does so with a token, whatever cookie its browser has
   * of ours.
   */
  const sessionOf = (request: HttpServerRequest.HttpServerRequest): string | null => {
    const isOfGuest =
      origins.has(request.headers["origin"] ?? "") &&
      originOf(request.headers, policy.publicUrl) === "foreign"
    return request.headers["authorization"] === undefined && !isOfGuest ? readCookie(policy, request) : null
  }

  /** The owner of a session in force; null: it opens nothing. */
  const bySession = (id: string) => sessions.owner(id, policy)

  return { byToken, sessionOf, bySession }
})
