// Answers that stay the same while the process lives, such as the documentation: they are compressed once,
// and clients that have them get 304. Caches may store them but must revalidate, so that a new version is
// seen at once.
import { Effect } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { unhandled } from "effect/Types"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { acceptsGzip } from "./acceptsEncoding.ts"

interface CachedResponse {
  readonly plain: Uint8Array
  readonly gzipped: Uint8Array
  readonly type: string
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string }
}

const prepare = Effect.fnUntraced(function* ({ body, headers }: HttpServerResponse.HttpServerResponse) {
  if (body._tag !== "Uint8Array")
    return yield* Effect.die(new Error("only a body that is in memory can be cached"))
  const etag = `W/"${createHash("sha256").update(body.body).digest("base64url").slice(0, 22)}"`
  // a page may have a content security policy of its own
  const policy = headers["content-security-policy"]
  const gzipped = yield* Effect.promise(() => promisify(gzip)(body.body))
  return {
    plain: body.body,
    gzipped,
    type: body.contentType,
    headers: {
      etag,
      "cache-control": "no-cache",
      vary: "accept-encoding",
      ...(policy === undefined ? {} : { "content-security-policy": policy })
    }
  } satisfies CachedResponse
})

const matchesEtag = (etags: string | undefined, etag: string) =>
  etags !== undefined &&
  (etags.trim() === "*" || etags.split(",").some((tag) => tag.trim().replace(/^(?!W\/)/, "W/") === etag))

/**
 * `cachedResponse` caches the answers with status 200 of a layer's routes. The router wraps each route once,
 * so each has its own cached answer.
 */
export const cachedResponse = HttpRouter.middleware(
  (app: Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled>) => {
    let cached: CachedResponse | undefined
    return Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      if (cached === undefined) {
        const fresh = yield* app
        if (fresh.status !== 200) return fresh
        cached = yield* prepare(fresh)
      }
      const answer = cached
      // a 304 carries the type too: other headers depend on it, and a cache updates its stored headers from
      // it
      if (matchesEtag(headers["if-none-match"], answer.headers.etag))
        return HttpServerResponse.empty({
          status: 304,
          headers: { ...answer.headers, "content-type": answer.type }
        })
      return acceptsGzip(headers["accept-encoding"])
        ? HttpServerResponse.uint8Array(answer.gzipped, {
            contentType: answer.type,
            headers: { ...answer.headers, "content-encoding": "gzip" }
          })
        : HttpServerResponse.uint8Array(answer.plain, { contentType: answer.type, headers: answer.headers })
    })
  }
).layer
