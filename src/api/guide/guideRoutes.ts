// Serves the guide at `/guide`, beside the API's documentation at `/docs`. Open to everyone, and loaded from
// this server only.
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
import { GUIDE_STYLE } from "./guideStyle.ts"

/** `GUIDE_PATH` is the path of the guide. */
export const GUIDE_PATH = "/guide"

/** `guideRoutes` are the routes of the guide. */
export const guideRoutes: ReadonlyArray<Route> = [
  ["GET", GUIDE_PATH],
  ["GET", `${GUIDE_PATH}/:page`]
]

/** The content security policy: its own style and search form, no script. */
const GUIDE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(GUIDE_STYLE).digest("base64")}'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const answer = (html: string, status = 200) =>
  HttpServerResponse.text(html, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": GUIDE_POLICY }
  })

let kept: Guide | undefined
/** Reads the guide at the first request, since most processes serve none. */
const guide = Effect.sync(() => (kept ??= readGuide()))

const indexOrSearch = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const query = new URLSearchParams(url.split("?", 2)[1]).get("q")?.trim() ?? ""
  const all = yield* guide
  return answer(
    query === "" ? pageDocument(all, all.index) : searchDocument(all, query, searchGuide(all, query))
  )
})

/** Answers an unknown page with results for the words of its path: the page may have been renamed. */
const missingPage = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const words =
    url
      .split("?", 1)[0]!
      .slice(GUIDE_PATH.length)
      .match(/[a-z0-9]+/gi) ?? []
  const all = yield* guide
  return answer(missingDocument(all, searchGuide(all, words.join(" "))), 404)
})

const pageRoute = (name: string) =>
  HttpRouter.add(
    "GET",
    `${GUIDE_PATH}/${name}`,
    Effect.flatMap(guide, (all) => {
      const page = all.pages.find((each) => each.name === name)
      // the file was removed since the start
      return page === undefined ? missingPage : Effect.succeed(answer(pageDocument(all, page)))
    })
  )

/**
 * `GuideLive` serves the index at `/guide`, the results of a search with `?q=`, each page, and a page for
 * unknown ones.
 */
export const GuideLive = Layer.suspend(() =>
  Layer.mergeAll(
    HttpRouter.add("GET", GUIDE_PATH, indexOrSearch),
    HttpRouter.add("GET", `${GUIDE_PATH}/:page`, missingPage),
    ...pageNames().map((name) => pageRoute(name).pipe(Layer.provide(cachedResponse)))
  )
)
