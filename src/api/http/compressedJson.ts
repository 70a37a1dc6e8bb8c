// Answers of megabytes, such as a map: compressedJson in a thread of libuv's pool, so that other requests are not
// delayed.
import { Effect } from "effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { promisify } from "node:util"
import { constants, gzip } from "node:zlib"
import { acceptsGzip } from "./acceptsEncoding.ts"

/** `MIN_COMPRESSED_CHARACTERS` is the size from which compression is worth its time. */
const MIN_COMPRESSED_CHARACTERS = 32_768

/**
 * `compressedJson` answers with JSON, compressed where the client accepts gzip. The fastest level takes a
 * tenth of the time of the default one and leaves a fifth of the size.
 */
export const compressedJson = Effect.fnUntraced(function* (answer: unknown) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const text = JSON.stringify(answer),
    contentType = "application/json"
  if (text.length < MIN_COMPRESSED_CHARACTERS || !acceptsGzip(headers["accept-encoding"]))
    return HttpServerResponse.text(text, { contentType, headers: { vary: "accept-encoding" } })
  const body = yield* Effect.promise(() => promisify(gzip)(text, { level: constants.Z_BEST_SPEED }))
  return HttpServerResponse.uint8Array(body, {
    contentType,
    headers: { "content-encoding": "gzip", vary: "accept-encoding" }
  })
})
