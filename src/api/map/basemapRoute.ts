// Serves the base map's file of tiles in byte ranges, to callers who may use the console.
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createReadStream } from "node:fs"
import { makeCallerLookup, bearerTokenOf } from "../access/callerLookup.ts"
import type { Route } from "../http/allowedMethods.ts"
import { readRange } from "../http/byteRange.ts"
import { MapPolicy } from "./MapPolicy.ts"
import { basemapEdition } from "./readBasemap.ts"

/** `BASEMAP_PATH` is the path of the file of tiles. */
export const BASEMAP_PATH = "/basemap.pmtiles"

/** `basemapRoutes` is the route of the file. */
export const basemapRoutes: ReadonlyArray<Route> = [["GET", BASEMAP_PATH]]

/** `BasemapLive` serves the file, or a range of its bytes; 404 where the deployment has none. */
export const BasemapLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const { basemapFile } = yield* MapPolicy
    const { bySession, byToken, sessionOf } = yield* makeCallerLookup

    const isKnown = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      if ((yield* byToken(bearerTokenOf(request))) !== null) return true
      const id = sessionOf(request)
      return id !== null && (yield* bySession(id)) !== null
    })

    yield* router.add(
      "GET",
      BASEMAP_PATH,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (!(yield* isKnown(request))) return HttpServerResponse.empty({ status: 401 })
        const found = yield* basemapEdition(basemapFile)
        if (basemapFile === null || found === null) return HttpServerResponse.empty({ status: 404 })
        const { etag, size } = found
        const headers = { etag, "accept-ranges": "bytes", "cache-control": "private, max-age=3600" }
        if (request.headers["if-none-match"] === etag)
          return HttpServerResponse.empty({ status: 304, headers })
        // a range of a newer file must not be mixed with ranges of the one before
        const isSame = [undefined, etag].includes(request.headers["if-range"])
        const range = isSame ? readRange(request.headers["range"], size) : null
        if (range === "none")
          return HttpServerResponse.empty({ status: 416, headers: { "content-range": `bytes */${size}` } })
        const { first, last } = range ?? { first: 0, last: size - 1 }
        return HttpServerResponse.stream(
          NodeStream.fromReadable({
            evaluate: () => createReadStream(basemapFile, { start: first, end: last })
          }),
          {
            status: range === null ? 200 : 206,
            contentType: "application/vnd.pmtiles",
            contentLength: last - first + 1,
            headers:
              range === null ? headers : { ...headers, "content-range": `bytes ${first}-${last}/${size}` }
          }
        )
      })
    )
  })
)
