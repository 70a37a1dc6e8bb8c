// Security headers of every answer, which limit what browsers do with it (OWASP ASVS 5, 3.4).
import * as HttpServerResponse from "effect/http/HttpServerResponse"

const forData = "default-src 'none'; frame-ancestors 'none'"
/** The documentation page is one file with its script and style inline; it calls this server only. */
const forPages =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: " +
  "blob:; font-src 'self' data:; " +
  "connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Adds the headers that an answer does not set itself; `https`: the service is reached by TLS. */
export const withSecurityHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  https: boolean
): HttpServerResponse.HttpServerResponse => {
  const page = response.headers["content-type"]?.startsWith("text/html") === true
  return HttpServerResponse.setHeaders(response, {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY", // for browsers that do not know frame-ancestors
    "content-security-policy": page ? forPages : forData,
    "cache-control": "no-store",
    ...(https ? { "strict-transport-security": "max-age=31536000" } : {}),
    ...response.headers
  })
}
