// Serves the console: its page at every address it has, and its files. Its addresses are listed one by one, so
// that every other unknown path stays a 404.
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

const ASSETS = "/assets/*"
const PAGES = ["/login", "/account", "/consent/*", "/p/*", "/operate/*"] as const

export const consoleRoutes: ReadonlyArray<Route> = ["/", ASSETS, ...PAGES].map((path) => ["GET", path])

const unbuilt = HttpServerResponse.text("The console is not built: npm run build\n", {
  status: 503,
  contentType: "text/plain; charset=utf-8"
})

type Headers = HttpServerRequest.HttpServerRequest["headers"]

/** The file in the best compression that the reader takes; 304 where it is there already. */
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
  const show = (asked: Headers) => (page === undefined ? unbuilt : answer(page, asked))
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
    HttpRouter.add("GET", ASSETS, asset),
    ...PAGES.map((path) => HttpRouter.add("GET", path, ask))
  )
}

/** `/` is the console for browsers; programs are told there where everything is. */
export const ConsoleLive = Layer.unwrap(
  Effect.map(MapPolicy, ({ hosts }) => routesTo(readConsoleFiles(consolePolicy(hosts))))
)
