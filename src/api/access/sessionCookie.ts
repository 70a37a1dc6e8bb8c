// The cookie that carries a session: for this host alone, out of reach of scripts, and by TLS alone where
// there is TLS.
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { PLAIN_SESSION_COOKIE, SESSION_COOKIE } from "../../contract/http/authorization.ts"
import type { SessionPolicy } from "./SessionPolicy.ts"

const isSecure = ({ publicUrl }: SessionPolicy) => publicUrl.startsWith("https:")
const nameOf = (policy: SessionPolicy) => (isSecure(policy) ? SESSION_COOKIE : PLAIN_SESSION_COOKIE)

/** The session a browser sends; null: none, or nothing that was ever one. */
export const readCookie = (
  policy: SessionPolicy,
  request: HttpServerRequest.HttpServerRequest
): string | null => {
  const id = request.cookies[nameOf(policy)]
  return id !== undefined && /^[\w-]{43}$/.test(id) ? id : null
}

/** Gives the browser a session; null takes it away. */
export const withCookie =
  (policy: SessionPolicy, id: string | null) =>
  (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setCookieUnsafe(response, nameOf(policy), id ?? "", {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: isSecure(policy),
      maxAge: `${id === null ? 0 : policy.maxSeconds} seconds`
    })
