// Serves the console: its page at each of its paths, and its files. The paths are listed, so that every other
// path stays a 404.
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Route } from "../http/allowedMethods.ts"
import { consolePolicy } from "../http/contentPolicy.ts"
import { welcome } from "../http/documentation.ts"
import { acceptsBrotli, acceptsGzip } from "../http/acceptsEncoding.ts"
import { MapPolicy } from "../map/MapPolicy.ts"
import { type ConsoleFile, readConsoleFiles } from "./consoleFiles.ts"

const ASSETS_PATH = "/assets/*"
const PAGE_PATHS = ["/login", "/account", "/consent/*", "/p/*", "/operate/*"] as const

/** `consoleRoutes` are the routes of the console. */
export const consoleRoutes: ReadonlyArray<Route> = ["/", ASSETS_PATH, ...PAGE_PATHS].map((path) => [
  "GET",
  path
])

const notBuilt = HttpServerResponse.text("The console is not built: npm run build\n", {
  status: 503,
  contentType: "text/plain; charset=utf-8"
})

type Headers = HttpServerRequest.HttpServerRequest["headers"]

/** Returns a file in the best compression that the client accepts, or 304. */
const answer = (
  { br, gzip, headers, plain }: ConsoleFile,
  asked: Headers
): HttpServerResponse.HttpServerResponse => {
  if (asked["if-none-match"] === headers["etag"]) return HttpServerResponse.empty({ status: 304, headers })
  const codings = asked["accept-encoding"]
  const [body, coding] =
    br !== null && acceptsBrotli(codings)
      ? [br, "br"]
      : gzip !== null && acceptsGzip(codings)
        ? [gzip, "gzip"]
        : [plain, null]
  return HttpServerResponse.uint8Array(body, {
    contentType: headers["content-type"]!,
    headers: coding === null ? headers : { ...headers, "content-encoding": coding }
  })
}

const routesTo = (files: ReadonlyMap<string, ConsoleFile>) => {
  const page = files.get("/index.html")
  const show = (asked: Headers) => (page === undefined ? notBuilt : answer(page, asked))
  const ask = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => show(headers))
  const asset = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
    const file = files.get(url.split("?", 1)[0]!)
    return file === undefined ? HttpServerResponse.empty({ status: 404 }) : answer(file, headers)
  })
  const root = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
    headers["accept"]?.includes("text/html") === true
      ? HttpServerResponse.setHeader(show(headers), "vary", "accept, accept-encoding")
      : HttpServerResponse.jsonUnsafe(welcome, { headers: { vary: "accept" } })
  )
  return Layer.mergeAll(
    HttpRouter.add("GET", "/", root),
    HttpRouter.add("GET", ASSETS_PATH, asset),
    ...PAGE_PATHS.map((path) => HttpRouter.add("GET", path, ask))
  )
}

/** `ConsoleLive` serves the console. At `/` browsers get the console and programs the links of the API. */
export const ConsoleLive = Layer.unwrap(
  Effect.map(MapPolicy, ({ hosts }) => routesTo(readConsoleFiles(consolePolicy(hosts))))
)
