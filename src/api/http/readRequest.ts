// Reads requests before their handlers: bodies as text that is safe to parse, and broken schemas as problems
// with pointers.
import { Context, Effect, Layer } from "effect"
import * as HttpApiError from "effect/http-api/HttpApiError"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { unhandled } from "effect/Types"
import { BodyLimits, ReadRequest } from "../../contract/http/authorization.ts"
import { Invalid, Malformed, type NotFound, notFound, WrongMediaType } from "../../contract/http/errors.ts"
import { answerBodyRefused, readBody } from "./readBody.ts"
import { inspectJson, type JsonLimits } from "./inspectJson.ts"
import { issuesOf } from "./issuesOf.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Checks the headers before the body is read: it must be of one of `types`, in UTF-8, and not compressed. */
const checkHead = Effect.fnUntraced(function* (
  headers: HttpServerRequest.HttpServerRequest["headers"],
  types: ReadonlyArray<string>
) {
  const type = (headers["content-type"] ?? "").toLowerCase()
  const [essence = "", ...parameters] = type.split(";").map((part) => part.trim())
  const plain = parameters.every((p) => p === "" || /^charset="?utf-8"?$/.test(p))
  if (!types.includes(essence) || !plain) {
    return yield* new WrongMediaType({
      code: "UNSUPPORTED_MEDIA_TYPE",
      detail: `Send ${types.join(" or ")} in UTF-8${essence === "" ? "; the Content-Type is missing" : ""}.`
    })
  }
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    return yield* new WrongMediaType({
      code: "UNSUPPORTED_CONTENT_ENCODING",
      detail: "Compressed bodies are not taken."
    })
  }
})

/** Returns a body as text; fails with 400 where it is not UTF-8. */
export const decodeText = (body: Uint8Array): Effect.Effect<string, Malformed> =>
  Effect.try({
    try: () => utf8.decode(body),
    catch: () => new Malformed({ code: "NOT_UTF8", detail: "The body is not UTF-8." })
  })

/**
 * Reads a body of at most `bytes` bytes as text: strict UTF-8, of one of `types`, not compressed. It fails
 * before reading where the headers suffice, so that `Expect: 100-continue` is answered with the refusal.
 */
export const readText = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  bytes: number,
  types: ReadonlyArray<string> = ["application/json"]
) {
  yield* checkHead(request.headers, types)
  return yield* decodeText(yield* readBody(request, bytes))
})

/** Fails with 422 where the text breaks a rule that a JSON parser does not check. */
export const checkJson = (text: string, limits: JsonLimits): Effect.Effect<void, Invalid> => {
  const issue = inspectJson(text, limits)
  return issue === null ? Effect.void : Effect.fail(Invalid.of([issue]))
}

/** Fails for parameters of an endpoint that takes none, and for NUL, which PostgreSQL cannot store. */
const checkQuery = (
  endpoint: HttpApiEndpoint.Top,
  query: Readonly<Record<string, string | ReadonlyArray<string>>>
): Effect.Effect<void, Invalid> => {
  const errors = Object.entries(query).flatMap(([name, value]) => [
    ...(endpoint.query === undefined
      ? [{ pointer: `/${name}`, code: "UNKNOWN_MEMBER", detail: "There is no such parameter." }]
      : []),
    ...(`${name}${String(value)}`.includes("\0")
      ? [{ pointer: `/${name}`, code: "NUL_CHARACTER", detail: "A text must not contain the character NUL." }]
      : [])
  ])
  return errors.length === 0 ? Effect.void : Effect.fail(Invalid.of(errors))
}

const hasBody = (headers: HttpServerRequest.HttpServerRequest["headers"]) =>
  headers["content-type"] !== undefined ||
  headers["transfer-encoding"] !== undefined ||
  Number(headers["content-length"] ?? 0) > 0

const problemOf = (error: HttpApiError.HttpApiSchemaError, bodiless: boolean) => {
  // the answer of a handler breaks the contract
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
  if (error.kind === "Params") return Effect.fail(notFound())
  const errors = issuesOf(error.cause.issue)
  const [first] = errors
  if (
    error.kind === "Payload" &&
    errors.length === 1 &&
    first?.pointer === "" &&
    first.detail === "Expected a valid JSON body"
  ) {
    return Effect.fail(new Malformed({ code: "MALFORMED_JSON", detail: "The body is not JSON." }))
  }
  if (error.kind === "Payload" && bodiless)
    return Effect.fail(new Malformed({ code: "BODY_MISSING", detail: "A JSON body is expected." }))
  return Effect.fail(Invalid.of(errors))
}

/** Returns the request with its body as text, so that decoding does not read the connection again. */
const withText = (request: HttpServerRequest.HttpServerRequest, text: string) =>
  Object.create(request, {
    text: { value: Effect.succeed(text) }
  }) as HttpServerRequest.HttpServerRequest

/** `ReadRequestLive` checks the query, reads and checks the body, and turns schema errors into problems. */
export const ReadRequestLive = Layer.succeed(
  ReadRequest,
  ReadRequest.of((app, { endpoint }) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      yield* checkQuery(endpoint, yield* HttpServerRequest.ParsedSearchParams)
      const limits = Context.get(endpoint.annotations, BodyLimits)
      // An absent body needs no type; the payload's schema decides whether it may be absent.
      const body =
        endpoint.payload.size > 0 && hasBody(request.headers) ? yield* readText(request, limits.bytes) : ""
      yield* checkJson(body, limits)
      // other errors of the handler pass; the type of `app` does not name schema errors
      return yield* app.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, withText(request, body)),
        Effect.catch((error): Effect.Effect<never, unhandled | Invalid | Malformed | NotFound> =>
          HttpApiError.HttpApiSchemaError.is(error) ? problemOf(error, body === "") : Effect.fail(error)
        )
      )
    }).pipe(answerBodyRefused)
  )
)
