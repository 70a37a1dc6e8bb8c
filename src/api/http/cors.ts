// Cross-origin resource sharing (CORS): pages of the origins that the settings name may use the API with a
// token. Sessions are for our own pages, so no answer allows credentials. Requests of other origins get no
// CORS headers.
import { Context } from "effect"
import type * as Headers from "effect/http/Headers"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** `CorsOrigins` are the origins that are allowed, as browsers send them. */
export const CorsOrigins = Context.Reference<ReadonlySet<string>>("api/CorsOrigins", {
  defaultValue: () => new Set()
})

/** `ALLOWED_REQUEST_HEADERS` are the headers that pages may send in addition to the safelisted ones. */
const ALLOWED_REQUEST_HEADERS =
  "authorization, content-encoding, content-type, idempotency-key, if-match, if-none-match, " +
  "last-event-id, traceparent, tracestate, x-request-id"
/** `EXPOSED_RESPONSE_HEADERS` are the headers that pages may read in addition to the safelisted ones. */
const EXPOSED_RESPONSE_HEADERS =
  "allow, content-disposition, etag, location, ratelimit, ratelimit-policy, repr-digest, retry-after, " +
  "www-authenticate, x-request-id"
/**
 * `PREFLIGHT_MAX_AGE_SECONDS` is how long a browser may cache a permission; a changed setting takes effect
 * after it.
 */
const PREFLIGHT_MAX_AGE_SECONDS = 600

/**
 * Returns whether a path is of the API. Other paths (`/metrics`, `/docs`) are not open to pages of other
 * origins.
 */
const isOpen = (path: string): boolean => path.startsWith("/api/")

/**
 * `makeCors` makes the two functions that answer preflights and add CORS headers. `path` is without its
 * query.
 */
export const makeCors = (origins: ReadonlySet<string>) => {
  const allowedOrigin = (path: string, { origin }: Headers.Headers): string | null =>
    origin !== undefined && isOpen(path) && origins.has(origin) ? origin : null

  return {
    /**
     * Returns the answer to a preflight request; null where the request is no preflight, or its origin is not
     * allowed.
     */
    preflight: (
      method: string,
      path: string,
      headers: Headers.Headers,
      methods: (path: string) => ReadonlyArray<string>
    ) => {
      if (
        method !== "OPTIONS" ||
        headers["access-control-request-method"] === undefined ||
        allowedOrigin(path, headers) === null
      )
        return null
      const allowed = methods(path)
      return allowed.length === 0
        ? null
        : HttpServerResponse.empty({
            status: 204,
            headers: {
              "access-control-allow-methods": allowed.join(", "),
              "access-control-allow-headers": ALLOWED_REQUEST_HEADERS,
              "access-control-max-age": String(PREFLIGHT_MAX_AGE_SECONDS)
            }
          })
    },
    /** Adds the CORS headers to an answer, and `Vary: origin` for caches. */
    open: (
      path: string,
      headers: Headers.Headers,
      response: HttpServerResponse.HttpServerResponse
    ): HttpServerResponse.HttpServerResponse => {
      if (origins.size === 0 || !isOpen(path)) return response
      const origin = allowedOrigin(path, headers),
        { vary } = response.headers
      return HttpServerResponse.setHeaders(response, {
        vary: vary === undefined ? "origin" : `${vary}, origin`,
        ...(origin === null
          ? {}
          : {
              "access-control-allow-origin": origin,
              "access-control-expose-headers": EXPOSED_RESPONSE_HEADERS
            })
      })
    }
  }
}
