// Wraps every request: its id, its log logFields, its span, security headers, and errors as problem documents.
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
 * `MAX_HEADERS` is how many header fields a request may have. Node's own limit is higher, because it drops
 * fields beyond it without an error.
 */
export const MAX_HEADERS = 100

const routinePaths = ["/api/v1/ingest/", "/health", "/assets/"]

/**
 * Returns whether a request is one that devices, monitors and pages send thousands of times a minute. Such a
 * request is logged only when it fails, or when LOG_LEVEL is debug.
 */
const isRoutine = (path: string, status: number) =>
  status < 400 && (routinePaths.some((start) => path.startsWith(start)) || path === "/metrics")

/** `RequestMiddlewareOptions` holds what the middleware needs to know of the service. */
export interface RequestMiddlewareOptions {
  /** returns the methods that a path has */
  readonly allowedMethods: (path: string) => ReadonlyArray<string>
  /** decides what pages of other origins may do */
  readonly cors: ReturnType<typeof makeCors>
  /** the service is reached by TLS */
  readonly https: boolean
  /** returns the address that a request comes from */
  readonly clientAddress: ReturnType<typeof makeClientAddress>
  /** counts an answer: method, path without its query, status, seconds since the request arrived */
  readonly counts: (method: string, path: string, status: number, seconds: number) => Effect.Effect<void>
}

/** `ReceivedRequest` is what is known of a request before it is handled. */
interface ReceivedRequest {
  readonly method: string
  /** path and query */
  readonly url: string
  readonly headers: Headers.Headers
  readonly id: string
  /** when it arrived, by `performance.now()` */
  readonly started: number
}

/** Returns whether the errors of a path are defined by a protocol of its own: OAuth or MCP. */
const isProtocolPath = (path: string) => /^\/(?:oauth\/|\.well-known\/oauth-|mcp$)/.test(path)

const asProblemUnlessProtocol = (path: string, response: HttpServerResponse.HttpServerResponse, id: string) =>
  isProtocolPath(path) && response.headers["content-type"]?.startsWith("application/json") === true
    ? response
    : asProblem(response, id)

/** `wrapRequest` finishes the answer of `app`: turns failures into problems, sets headers, logs and counts. */
export const wrapRequest =
  ({ allowedMethods, cors, counts, https }: RequestMiddlewareOptions) =>
  <E, R>(received: ReceivedRequest, app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) => {
    const { id, method, started } = received
    const path = received.url.split("?", 1)[0]!
    const count = (status: number) =>
      Effect.suspend(() => counts(method, path, status, (performance.now() - started) / 1000))
    const logFields = (status: number) => ({
      method,
      path: redactPath(path),
      status,
      ms: Math.round(performance.now() - started)
    })

    const answer = (cause: Cause.Cause<E>) =>
      Effect.gen(function* () {
        if (Cause.hasInterruptsOnly(cause)) {
          yield* Effect.logInfo("request ended by the caller or by shutdown", logFields(499))
          yield* count(499)
          return yield* Effect.failCause(cause)
        }
        const response = yield* respondToCause(cause)
        const outage = outageIn(cause) // logged without a stack, which would say nothing
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
          withSecurityHeaders(asProblemUnlessProtocol(path, response, id), https),
          "x-request-id",
          id
        )
      ),
      Effect.map((response) => cors.open(path, received.headers, response)),
      Effect.tap((response) => count(response.status)),
      Effect.tap((response) =>
        (isRoutine(path, response.status) ? Effect.logDebug : Effect.logInfo)(
          "request",
          logFields(response.status)
        )
      ),
      Effect.provideService(RequestId, id),
      Effect.annotateLogs({ request_id: id }),
      Effect.withSpan(
        "http.request",
        { kind: "server", parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(received.headers)) },
        { captureStackTrace: false }
      )
    )
  }

/** Returns whether a body is, or may be, so large that it counts in the memory budget. */
const hasLargeBody = (headers: Headers.Headers): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > UNCOUNTED_BODY_BYTES

/** `requestMiddleware` wraps every route, and the answer where there is no route. */
export const requestMiddleware = (options: RequestMiddlewareOptions) => {
  const wrap = wrapRequest(options)
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
        const guardedApp =
          toIncomingMessage(request).rawHeaders.length > 2 * MAX_HEADERS
            ? Effect.succeed(HttpServerResponse.empty({ status: 431 }))
            : preflight === null
              ? hasLargeBody(headers)
                ? withBodyBudget(options.clientAddress(request), app)
                : app
              : Effect.succeed(preflight)
        return yield* wrap(
          { method, url, headers, id: requestIdOf(headers["x-request-id"]), started },
          guardedApp
        )
      }),
    { global: true }
  )
}
