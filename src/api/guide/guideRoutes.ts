// Serves the guide: what to do with the product, beside `/docs`, which says what its API is. Open to
// everyone; nothing of it is loaded from elsewhere.
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHash } from "node:crypto"
import type { Route } from "../http/allowedMethods.ts"
import { cachedResponse } from "../http/cachedResponse.ts"
import { type Guide, pageNames, readGuide } from "./Guide.ts"
import { missingDocument, pageDocument, searchDocument } from "./layout.ts"
import { searchGuide } from "./searchGuide.ts"
import { STYLE } from "./style.ts"

export const GUIDE = "/guide"

export const guideRoutes: ReadonlyArray<Route> = [
  ["GET", GUIDE],
  ["GET", `${GUIDE}/:page`]
]

/** Its own style and its own search box, and nothing else; no script at all. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const answer = (html: string, status = 200) =>
  HttpServerResponse.text(html, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": POLICY }
  })

let kept: Guide | undefined
/** Read when somebody asks for the first time: most starts are not for the guide. */
const guide = Effect.sync(() => (kept ??= readGuide()))

const indexOrSearch = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const query = new URLSearchParams(url.split("?", 2)[1]).get("q")?.trim() ?? ""
  const all = yield* guide
  return answer(
    query === "" ? pageDocument(all, all.index) : searchDocument(all, query, searchGuide(all, query))
  )
})

/** An address that no page has, perhaps because it had another name once: what is there about its words. */
const nowhere = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const words =
    url
      .split("?", 1)[0]!
      .slice(GUIDE.length)
      .match(/[a-z0-9]+/gi) ?? []
  const all = yield* guide
  return answer(missingDocument(all, searchGuide(all, words.join(" "))), 404)
})

const pageRoute = (name: string) =>
  HttpRouter.add(
    "GET",
    `${GUIDE}/${name}`,
    Effect.flatMap(guide, (all) => {
      const page = all.pages.find((each) => each.name === name)
      // its file is gone since the start
      return page === undefined ? nowhere : Effect.succeed(answer(pageDocument(all, page)))
    })
  )

/**
 * `/guide` is its index, and with `?q=` what was found; each page has an address of its own, and who asks for
 * another is told so in a page.
 */
export const GuideLive = Layer.suspend(() =>
  Layer.mergeAll(
    HttpRouter.add("GET", GUIDE, indexOrSearch),
    HttpRouter.add("GET", `${GUIDE}/:page`, nowhere),
    ...pageNames().map((name) => pageRoute(name).pipe(Layer.provide(cachedResponse)))
  )
)
