// What surrounds every request: its id, its line in the log, its span, and the shape of its answer.
import { Cause, Effect, Option } from "effect"
import type * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import { UNCOUNTED_BODY_BYTES, withBodyBudget } from "./BodyMemoryBudget.ts"
import type { makeClientAddress } from "./clientAddress.ts"
import type { makeCors } from "./cors.ts"
import { asProblem, outageIn, respondToCause } from "./problemResponse.ts"
import { RequestId, requestIdOf } from "./RequestId.ts"
import { withSecurityHeaders } from "./securityHeaders.ts"
import { redactPath } from "./redactPath.ts"

/**
 * More header fields than any client sends. Node itself would drop the rest in silence, so its own limit is
 * higher.
 */
export const MAX_HEADERS = 100

const routine = ["/api/v1/ingest/", "/health", "/assets/"]

/**
 * What collars, monitors and pages do thousands of times a minute goes into the log only when it fails, or
 * when LOG_LEVEL is debug.
 */
const isRoutine = (path: string, status: number) =>
  status < 400 && (routine.some((start) => path.startsWith(start)) || path === "/metrics")

export interface AccessOptions {
  /** methods that a path has */
  readonly allowedMethods: (path: string) => ReadonlyArray<string>
  /** what pages of other origins may do */
  readonly cors: ReturnType<typeof makeCors>
  /** the service is reached by TLS */
  readonly https: boolean
  /** the address that a request comes from */
  readonly clientAddress: ReturnType<typeof makeClientAddress>
  /** counts an answer: method, path without its query, status, seconds since the request */
  readonly counts: (method: string, path: string, status: number, seconds: number) => Effect.Effect<void>
}

/** What is known of a request before anything is done for it. */
export interface Asked {
  readonly method: string
  /** path and query */
  readonly url: string
  readonly headers: Headers.Headers
  readonly id: string
  /** on the clock of `performance.now()` */
  readonly started: number
}

/** Where clients of a protocol ask whose errors have words of their own. */
const isProtocol = (path: string) => /^\/(?:oauth\/|\.well-known\/oauth-|mcp$)/.test(path)

const worded = (path: string, response: HttpServerResponse.HttpServerResponse, id: string) =>
  isProtocol(path) && response.headers["content-type"]?.startsWith("application/json") === true
    ? response
    : asProblem(response, id)

/** What becomes of an answer, or of the failure to give one, before it leaves. */
export const surround =
  ({ allowedMethods, cors, counts, https }: AccessOptions) =>
  <E, R>(asked: Asked, app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) => {
    const { id, method, started } = asked
    const path = asked.url.split("?", 1)[0]!
    const count = (status: number) =>
      Effect.suspend(() => counts(method, path, status, (performance.now() - started) / 1000))
    const line = (status: number) => ({
      method,
      path: redactPath(path),
      status,
      ms: Math.round(performance.now() - started)
    })

    const answer = (cause: Cause.Cause<E>) =>
      Effect.gen(function* () {
        if (Cause.hasInterruptsOnly(cause)) {
          yield* Effect.logInfo("request ended by the caller or by shutdown", line(499))
          yield* count(499)
          return yield* Effect.failCause(cause)
        }
        const response = yield* respondToCause(cause)
        const outage = outageIn(cause) // a stack says nothing about it, and there are many of them
        if (outage !== null)
          yield* Effect.logWarning("request failed: the database cannot be used", {
            method,
            path: redactPath(path),
            ...outage
          })
        else if (response.status >= 500)
          yield* Effect.logError("request failed", cause, { method, path: redactPath(path) })
        const methods = response.status === 404 ? allowedMethods(path) : []
        const wrongMethod = methods.length > 0 && !methods.includes(method)
        return wrongMethod
          ? HttpServerResponse.empty({ status: 405, headers: { allow: methods.join(", ") } })
          : response
      })

    return Effect.matchCauseEffect(app, { onSuccess: Effect.succeed, onFailure: answer }).pipe(
      Effect.map((response) =>
        HttpServerResponse.setHeader(
          withSecurityHeaders(worded(path, response, id), https),
          "x-request-id",
          id
        )
      ),
      Effect.map((response) => cors.open(path, asked.headers, response)),
      Effect.tap((response) => count(response.status)),
      Effect.tap((response) =>
        (isRoutine(path, response.status) ? Effect.logDebug : Effect.logInfo)(
          "request",
          line(response.status)
        )
      ),
      Effect.provideService(RequestId, id),
      Effect.annotateLogs({ request_id: id }),
      Effect.withSpan(
        "http.request",
        { kind: "server", parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(asked.headers)) },
        { captureStackTrace: false }
      )
    )
  }

/** Whether a body is, or may be, so large that it counts. */
const hasLargeBody = (headers: Headers.Headers): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > UNCOUNTED_BODY_BYTES

/** Wraps every route, and the absence of one. */
export const access = (options: AccessOptions) => {
  const surrounded = surround(options)
  return HttpRouter.middleware(
    (app) =>
      Effect.gen(function* () {
        const started = performance.now()
        const request = yield* HttpServerRequest.HttpServerRequest
        const { headers, method, url } = request
        const preflight = options.cors.preflight(
          method,
          url.split("?", 1)[0]!,
          headers,
          options.allowedMethods
        )
        const guarded =
          toIncomingMessage(request).rawHeaders.length > 2 * MAX_HEADERS
            ? Effect.succeed(HttpServerResponse.empty({ status: 431 }))
            : preflight === null
              ? hasLargeBody(headers)
                ? withBodyBudget(options.clientAddress(request), app)
                : app
              : Effect.succeed(preflight)
        return yield* surrounded(
          { method, url, headers, id: requestIdOf(headers["x-request-id"]), started },
          guarded
        )
      }),
    { global: true }
  )
}
