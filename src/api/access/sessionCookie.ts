// The cookie that carries a session: for this host only, not readable by scripts, and over TLS only where the
// service has TLS. It is set once, at login, for the longest life of a session; use prolongs the session in the
// database (`Sessions.owner`), never the cookie.
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { PLAIN_SESSION_COOKIE, SESSION_COOKIE } from "../../contract/http/authorization.ts"
import type { SessionPolicy } from "./SessionPolicy.ts"

const isSecure = ({ publicUrl }: SessionPolicy) => publicUrl.startsWith("https:")
const nameOf = (policy: SessionPolicy) => (isSecure(policy) ? SESSION_COOKIE : PLAIN_SESSION_COOKIE)

/** Returns the session id that a browser sends; null if there is none, or its form is invalid. */
export const readSessionCookie = (
  policy: SessionPolicy,
  request: HttpServerRequest.HttpServerRequest
): string | null => {
  const id = request.cookies[nameOf(policy)]
  return id !== undefined && /^[\w-]{43}$/.test(id) ? id : null
}

/** Sets the cookie of a session; null removes it. */
export const withSessionCookie =
  (policy: SessionPolicy, id: string | null) =>
  (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setCookieUnsafe(response, nameOf(policy), id ?? "", {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: isSecure(policy),
      maxAge: `${id === null ? 0 : policy.maxSeconds} seconds`
    })
