// The last word on every answer of 400 and above: whatever failed, and however, leaves as a problem document
// with the request's id, and says nothing about our insides.
import { Cause, Effect } from "effect"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { notFound } from "../../contract/http/errors.ts"
import { explainOutage } from "../../store/sql/clusterDisk.ts"
import { explainDatabase, type Explanation, publicReason } from "../../store/sql/explainDatabase.ts"
import { isTransient } from "../../store/sql/isTransient.ts"

const known: Readonly<Record<number, readonly [code: string, title: string]>> = {
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
 * A problem document of a status that no class of the contract has; `request_id` is added by `asProblem` or
 * by the caller.
 */
export const plainProblem = (status: number, more: Readonly<Record<string, unknown>> = {}): Problem => {
  const [code, title] = known[status] ?? ["ERROR", "Error"]
  return { type: "about:blank", title, status, code, ...more }
}

/** Why the caller may try again: the database failed, and will not for long. null: it is something else. */
export const outageIn = (cause: Cause.Cause<unknown>): Explanation | null => {
  const error = outageErrorIn(cause)
  return error === null ? null : explainDatabase(error)
}

/** A failure of the database that passes. */
type OutageError = Parameters<typeof explainDatabase>[0]

const outageErrorIn = (cause: Cause.Cause<unknown>): OutageError | null => {
  for (const reason of cause.reasons) {
    const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : null
    if (isTransient(error)) return error
  }
  return null
}

/** The answer while the database cannot be used: 503, when to come again, and why. */
const answerOutage = (error: OutageError): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(explainOutage(error), (why) =>
    HttpServerResponse.jsonUnsafe(plainProblem(503, { detail: publicReason(why) }), {
      status: 503,
      contentType: "application/problem+json",
      headers: { "retry-after": "2" }
    })
  )

/** The answer to a failure. A path that is none is answered like a record that is none. */
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
const kept = [
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
 * Makes an answer of 400 and above a problem document that carries the request's id; others pass, and so does
 * a page, which tells people what is wrong.
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
      ? (JSON.parse(utf8.decode(response.body.body)) as Problem) // our own writing
      : plainProblem(response.status)
  const headers = Object.fromEntries(
    kept.flatMap((name) => (response.headers[name] === undefined ? [] : [[name, response.headers[name]]]))
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
