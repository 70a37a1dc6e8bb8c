// Pages of other origins that may use the API (CORS): those that the settings name, exactly, and with a
// token. Their cookies count for nothing: a session is for our own pages, and no answer allows credentials.
// Who is not named hears nothing of all this.
import { Context } from "effect"
import type * as Headers from "effect/http/Headers"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** Origins of pages, as browsers send them. */
export const CorsOrigins = Context.Reference<ReadonlySet<string>>("api/CorsOrigins", {
  defaultValue: () => new Set()
})

/** What pages may send besides what every page may. */
const SENT =
  "authorization, content-encoding, content-type, idempotency-key, if-match, if-none-match, " +
  "last-event-id, traceparent, tracestate, x-request-id"
/** What pages may read besides what every page may. */
const READ =
  "allow, content-disposition, etag, location, ratelimit, ratelimit-policy, repr-digest, retry-after, " +
  "www-authenticate, x-request-id"
/** Seconds that a browser may remember a permission: a changed setting is in force after them. */
const REMEMBERED = 600

/**
 * The API alone: what is asked for beside it (`/metrics`, `/docs`) is for people and programs of this
 * service.
 */
const isOpen = (path: string): boolean => path.startsWith("/api/")

/** `headers`: of the request; `path`: without its query. */
export const makeCors = (origins: ReadonlySet<string>) => {
  const named = (path: string, { origin }: Headers.Headers): string | null =>
    origin !== undefined && isOpen(path) && origins.has(origin) ? origin : null

  return {
    /**
     * The answer to a browser that asks beforehand whether a page may send a request; null: it does not ask,
     * or the page may not.
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
        named(path, headers) === null
      )
        return null
      const allowed = methods(path)
      return allowed.length === 0
        ? null
        : HttpServerResponse.empty({
            status: 204,
            headers: {
              "access-control-allow-methods": allowed.join(", "),
              "access-control-allow-headers": SENT,
              "access-control-max-age": String(REMEMBERED)
            }
          })
    },
    /** Lets the page that asked read an answer, and caches know that it is for that page. */
    open: (
      path: string,
      headers: Headers.Headers,
      response: HttpServerResponse.HttpServerResponse
    ): HttpServerResponse.HttpServerResponse => {
      if (origins.size === 0 || !isOpen(path)) return response
      const origin = named(path, headers),
        { vary } = response.headers
      return HttpServerResponse.setHeaders(response, {
        vary: vary === undefined ? "origin" : `${vary}, origin`,
        ...(origin === null
          ? {}
          : { "access-control-allow-origin": origin, "access-control-expose-headers": READ })
      })
    }
  }
}
