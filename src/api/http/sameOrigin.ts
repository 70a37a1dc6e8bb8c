// Decides whether a browser sent a request from our own pages, by `Origin` and `Sec-Fetch-Site`, which pages
// cannot set. `Host` has been checked before (`trustedHosts.ts`), so a page under the same name is isOwnOrigin.
import type * as Headers from "effect/http/Headers"

const isOwnOrigin = (origin: string, host: string | undefined, publicUrl: string): boolean => {
  const { origin: publicOrigin, protocol } = new URL(publicUrl)
  return origin === publicOrigin || origin === `${protocol}//${host}`
}

/**
 * Returns "same" for a request from our pages; "foreign" for one from a page of another origin, or of a
 * hidden one; "unknown" where neither header is there, as of programs that are no browsers.
 */
export const originOf = (headers: Headers.Headers, publicUrl: string): "same" | "foreign" | "unknown" => {
  const { host, origin, "sec-fetch-site": site } = headers
  const isOurs = origin !== undefined && isOwnOrigin(origin, host, publicUrl)
  // our own pages have no referrer, so some of their requests carry `Origin: null`
  if (site !== undefined)
    return site === "same-origin" && (isOurs || origin === undefined || origin === "null")
      ? "same"
      : "foreign"
  return origin === undefined ? "unknown" : isOurs ? "same" : "foreign"
}
