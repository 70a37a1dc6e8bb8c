// Whether a browser sent a request from our own pages. `Origin` and `Sec-Fetch-Site` are written by browsers
// and out of reach of pages. `Host` is one of ours by now (`trustedHosts.ts`), so that a page under the same
// name is one of ours too.
import type * as Headers from "effect/http/Headers"

const ours = (origin: string, host: string | undefined, publicUrl: string): boolean => {
  const { origin: known, protocol } = new URL(publicUrl)
  return origin === known || origin === `${protocol}//${host}`
}

/**
 * "same": from our pages. "foreign": from another's, or from a page that hides whose it is. "unknown":
 * neither header, so hardly a browser.
 */
export const originOf = (headers: Headers.Headers, publicUrl: string): "same" | "foreign" | "unknown" => {
  const { host, origin, "sec-fetch-site": site } = headers
  const isOurs = origin !== undefined && ours(origin, host, publicUrl)
  // our own pages are without a referrer, and some of their requests with `Origin: null` therefore
  if (site !== undefined)
    return site === "same-origin" && (isOurs || origin === undefined || origin === "null")
      ? "same"
      : "foreign"
  return origin === undefined ? "unknown" : isOurs ? "same" : "foreign"
}
