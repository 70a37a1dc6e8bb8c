// Routes of the authorization server outside of the API, with their rate limits.
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import { Duration, Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type { IncomingMessage } from "node:http"
import { NotFound } from "../../contract/http/errors.ts"
import { clientScopes } from "../../domain/access/ClientAccess.ts"
import { SessionPolicy } from "../access/SessionPolicy.ts"
import type { Route } from "../http/allowedMethods.ts"
import { makeClientAddress } from "../http/clientAddress.ts"
import { answerBodyRefused, readBody } from "../http/readBody.ts"
import { AuthorizationServer } from "./AuthorizationServer.ts"
import { CLIENTS_OFF_REFUSAL, ProtectedResource } from "./ProtectedResource.ts"

/** `MAX_BODY_BYTES` bounds the bodies that clients send. */
const MAX_BODY_BYTES = 64 * 1024

/** `Rate` is a limit of requests per address within a number of seconds. */
interface Rate {
  readonly name: string
  readonly limit: number
  readonly seconds: number
}

const rates = {
  page: { name: "page", limit: 60, seconds: 60 },
  token: { name: "token", limit: 240, seconds: 60 },
  register: { name: "register", limit: 20, seconds: 3600 }
} as const satisfies Readonly<Record<string, Rate>>

/**
 * `TOTAL_REGISTRATION_RATE` bounds the registrations of all addresses together, against floods from many
 * addresses.
 */
const TOTAL_REGISTRATION_RATE: Rate = { name: "register of all", limit: 300, seconds: 3600 }

const METADATA_PATH = "/.well-known/oauth-authorization-server"
const RESOURCE_PATH = "/.well-known/oauth-protected-resource"

/** Method, path and rate of each route. */
const limitedRoutes = [
  ["GET", "/oauth/authorize", rates.page],
  ["GET", "/oauth/authorize/:uid", rates.page],
  ["GET", "/oauth/jwks", rates.token],
  ["OPTIONS", "/oauth/jwks", rates.token],
  ["POST", "/oauth/register", rates.register],
  ["POST", "/oauth/revoke", rates.token],
  ["OPTIONS", "/oauth/revoke", rates.token],
  ["POST", "/oauth/token", rates.token],
  ["OPTIONS", "/oauth/token", rates.token],
  ["GET", METADATA_PATH, rates.token],
  ["OPTIONS", METADATA_PATH, rates.token]
] as const

const resourcePaths = [RESOURCE_PATH, `${RESOURCE_PATH}/mcp`] as const

/** `oauthRoutes` are the routes of the authorization server, for the table of methods. */
export const oauthRoutes: ReadonlyArray<Route> = [
  ...limitedRoutes.map(([method, path]): Route => [method, path]),
  ["OPTIONS", "/oauth/register"],
  ...resourcePaths.map((path): Route => ["GET", path])
]

/** Pages of all origins may read these answers: no cookie counts here. */
const anyOriginHeaders = { "access-control-allow-origin": "*" }

const clientsOff = Effect.fail(new NotFound({ code: "CLIENTS_OFF", detail: CLIENTS_OFF_REFUSAL }))

/** Returns an error as OAuth defines it (RFC 6749, section 5.2). */
const refusal = (
  status: number,
  error: string,
  detail: string,
  more: Readonly<Record<string, string>> = {}
) =>
  HttpServerResponse.jsonUnsafe(
    { error, error_description: detail },
    { status, headers: { ...anyOriginHeaders, "cache-control": "no-store", ...more } }
  )

/**
 * Returns the key of an address for rate limits: of IPv6 the /64 network, since one machine may have all of
 * its addresses.
 */
const networkOf = (address: string): string =>
  address.includes(":") ? address.split(":").slice(0, 4).join(":") : address

const makeLimit = Effect.gen(function* () {
  const limiter = yield* Effect.provide(RateLimiter.make, RateLimiter.layerStoreMemory)
  /** Counts a request, and returns the seconds to wait; 0: allowed now. */
  return ({ limit, name, seconds }: Rate, key: string) =>
    Effect.match(
      limiter.consume({
        algorithm: "token-bucket",
        key: `${name} ${key}`,
        tokens: 1,
        limit,
        window: Duration.seconds(seconds)
      }),
      {
        onSuccess: () => 0,
        onFailure: ({ reason }) =>
          reason._tag === "RateLimitExceeded"
            ? Math.max(1, Math.ceil(Duration.toSeconds(reason.retryAfter)))
            : 1
      }
    )
})

const makeRoutes = Effect.gen(function* () {
  const server = yield* AuthorizationServer,
    currentResource = yield* ProtectedResource,
    addressOf = makeClientAddress((yield* SessionPolicy).trustedProxies),
    consume = yield* makeLimit

  const answer = (rate: Rate) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (currentResource() === null) return yield* clientsOff
      const key = networkOf(addressOf(request))
      const waitSeconds =
        (yield* consume(rate, key)) ||
        (rate.name === "register" ? yield* consume(TOTAL_REGISTRATION_RATE, "") : 0)
      if (waitSeconds > 0)
        return refusal(429, "temporarily_unavailable", `Too often. The next time is in ${waitSeconds} s.`, {
          "retry-after": String(waitSeconds)
        })
      const mode = new URL(request.url, "http://page").searchParams.get("response_mode")
      if (mode !== null && mode !== "query")
        return refusal(400, "invalid_request", "response_mode can be query alone.")
      const body = yield* readBody(request, MAX_BODY_BYTES)
      // the server speaks HTTP/1
      const response = yield* server.answer(toIncomingMessage(request) as IncomingMessage, body)
      if (response === null) return yield* clientsOff
      return rate.name === "register" ? HttpServerResponse.setHeaders(response, anyOriginHeaders) : response
    }).pipe(
      Effect.catchTags({
        TooLarge: () =>
          Effect.succeed(refusal(413, "invalid_request", "The body is too large.", { connection: "close" })),
        Malformed: () => Effect.succeed(refusal(400, "invalid_request", "The body could not be read."))
      }),
      answerBodyRefused
    )

  const describeResource = Effect.suspend(() => {
    const resource = currentResource()
    return resource === null
      ? clientsOff
      : Effect.succeed(
          HttpServerResponse.jsonUnsafe(
            {
              resource: resource.resource,
              authorization_servers: [resource.issuer],
              scopes_supported: clientScopes,
              bearer_methods_supported: ["header"],
              resource_name: "Pugmark"
            },
            { headers: anyOriginHeaders }
          )
        )
  })

  /** Answers the CORS preflight of registration. */
  const registrationPreflight = Effect.succeed(
    HttpServerResponse.empty({
      status: 204,
      headers: {
        ...anyOriginHeaders,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "content-type"
      }
    })
  )

  return Layer.mergeAll(
    HttpRouter.add("OPTIONS", "/oauth/register", registrationPreflight),
    ...limitedRoutes.map(([method, path, rate]) => HttpRouter.add(method, path, answer(rate))),
    ...resourcePaths.map((path) => HttpRouter.add("GET", path, describeResource))
  )
})

/** `OauthLive` serves the routes of the authorization server. */
export const OauthLive = Layer.unwrap(makeRoutes)
