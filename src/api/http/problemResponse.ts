// Turns every answer of 400 and above into a problem document (RFC 9457) with the request's id and without
// internals.
import { Cause, Effect } from "effect"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { notFound } from "../../contract/http/errors.ts"
import { explainOutage } from "../../store/sql/clusterDisk.ts"
import { explainDatabase, type Explanation, publicReason } from "../../store/sql/explainDatabase.ts"
import { isTransient } from "../../store/sql/isTransient.ts"

const titles: Readonly<Record<number, readonly [code: string, title: string]>> = {
  400: ["MALFORMED", "Malformed request"],
  401: ["UNAUTHORIZED", "Who is asking?"],
  403: ["FORBIDDEN", "Not permitted"],
  405: ["METHOD_NOT_ALLOWED", "Method not allowed"],
  408: ["REQUEST_TIMEOUT", "The request took too long to arrive"],
  413: ["BODY_TOO_LARGE", "Body too large"],
  415: ["UNSUPPORTED_MEDIA_TYPE", "Unsupported media type"],
  416: ["RANGE_NOT_SATISFIABLE", "There is nothing in this range"],
  421: ["HOST_UNKNOWN", "Not known by this name"],
  426: ["UPGRADE_REQUIRED", "Another protocol is spoken here"],
  431: ["HEADERS_TOO_LARGE", "Too many or too large headers"],
  500: ["INTERNAL", "Internal error"],
  503: ["UNAVAILABLE", "Try again later"]
}

interface Problem {
  readonly [member: string]: unknown
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
}

/**
 * Returns a problem document for a status that no class of the contract has; `asProblem` or the caller adds
 * `request_id`.
 */
export const plainProblem = (status: number, more: Readonly<Record<string, unknown>> = {}): Problem => {
  const [code, title] = titles[status] ?? ["ERROR", "Error"]
  return { type: "about:blank", title, status, code, ...more }
}

/** Returns why the caller may retry, where the cause is a transient failure of the database; otherwise null. */
export const outageIn = (cause: Cause.Cause<unknown>): Explanation | null => {
  const error = outageErrorIn(cause)
  return error === null ? null : explainDatabase(error)
}

/** `OutageError` is a transient failure of the database. */
type OutageError = Parameters<typeof explainDatabase>[0]

const outageErrorIn = (cause: Cause.Cause<unknown>): OutageError | null => {
  for (const reason of cause.reasons) {
    const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : null
    if (isTransient(error)) return error
  }
  return null
}

/** Returns the answer while the database is unavailable: 503 with `Retry-After` and the reason. */
const answerOutage = (error: OutageError): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(explainOutage(error), (why) =>
    HttpServerResponse.jsonUnsafe(plainProblem(503, { detail: publicReason(why) }), {
      status: 503,
      contentType: "application/problem+json",
      headers: { "retry-after": "2" }
    })
  )

/** Returns the answer to a failure. An unknown path is answered like an unknown record. */
export const respondToCause = (
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const outage = outageErrorIn(cause)
  if (outage !== null) return answerOutage(outage)
  return Effect.flatMap(HttpServerError.causeResponse(cause), ([response]) =>
    response.status === 404 && response.body._tag === "Empty"
      ? Effect.orDie(HttpServerRespondable.toResponse(notFound()))
      : Effect.succeed(response)
  )
}

const utf8 = new TextDecoder()
const keptHeaders = [
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  "www-authenticate",
  "etag",
  "allow",
  "content-range",
  "connection",
  "upgrade"
]

/**
 * Turns an answer of 400 and above into a problem document with the request's id. Other answers, and HTML
 * pages, which explain the error to people, pass unchanged.
 */
export const asProblem = (
  response: HttpServerResponse.HttpServerResponse,
  requestId: string
): HttpServerResponse.HttpServerResponse => {
  if (response.status < 400 || response.headers["content-type"]?.startsWith("text/html") === true)
    return response
  const isProblem =
    response.body._tag === "Uint8Array" && response.body.contentType.startsWith("application/problem+json")
  const { code, detail, status, title, type, ...more } =
    isProblem && response.body._tag === "Uint8Array"
      ? (JSON.parse(utf8.decode(response.body.body)) as Problem) // written by this service
      : plainProblem(response.status)
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) =>
      response.headers[name] === undefined ? [] : [[name, response.headers[name]]]
    )
  )
  return HttpServerResponse.jsonUnsafe(
    { type, title, status, detail, code, request_id: requestId, ...more },
    {
      status: response.status,
      contentType: "application/problem+json",
      headers: {
        ...(response.status === 401 ? { "www-authenticate": "Bearer" } : {}),
        // the rest of the body is not read
        ...(response.status === 413 || response.status === 408 ? { connection: "close" } : {}),
        ...headers
      },
      cookies: response.cookies
    }
  )
}
