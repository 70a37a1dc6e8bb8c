// The addresses of the authorization server beside the API, and how often each may be asked.
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
import { CLIENTS_OFF, ProtectedResource } from "./ProtectedResource.ts"

/** Bytes of what clients send. */
const MAX_BODY = 64 * 1024

/** So many from one address within so many seconds. */
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

/** Registrations of everybody together: what a flood from many addresses may leave behind. */
const EVERYBODY: Rate = { name: "register of all", limit: 300, seconds: 3600 }

const METADATA = "/.well-known/oauth-authorization-server"
const RESOURCE = "/.well-known/oauth-protected-resource"

/** Method, path, and how often. */
const served = [
  ["GET", "/oauth/authorize", rates.page],
  ["GET", "/oauth/authorize/:uid", rates.page],
  ["GET", "/oauth/jwks", rates.token],
  ["OPTIONS", "/oauth/jwks", rates.token],
  ["POST", "/oauth/register", rates.register],
  ["POST", "/oauth/revoke", rates.token],
  ["OPTIONS", "/oauth/revoke", rates.token],
  ["POST", "/oauth/token", rates.token],
  ["OPTIONS", "/oauth/token", rates.token],
  ["GET", METADATA, rates.token],
  ["OPTIONS", METADATA, rates.token]
] as const

const resourcePaths = [RESOURCE, `${RESOURCE}/mcp`] as const

export const oauthRoutes: ReadonlyArray<Route> = [
  ...served.map(([method, path]): Route => [method, path]),
  ["OPTIONS", "/oauth/register"],
  ...resourcePaths.map((path): Route => ["GET", path])
]

/** What any page may read: nobody's cookie counts here. */
const anyPage = { "access-control-allow-origin": "*" }

const off = Effect.fail(new NotFound({ code: "CLIENTS_OFF", detail: CLIENTS_OFF }))

/** A refusal in the words of the protocol. */
const refusal = (
  status: number,
  error: string,
  detail: string,
  more: Readonly<Record<string, string>> = {}
) =>
  HttpServerResponse.jsonUnsafe(
    { error, error_description: detail },
    { status, headers: { ...anyPage, "cache-control": "no-store", ...more } }
  )

/** Of an address of the long kind the network is who asks: one machine has more of them than can be counted. */
const networkOf = (address: string): string =>
  address.includes(":") ? address.split(":").slice(0, 4).join(":") : address

const makeLimit = Effect.gen(function* () {
  const limiter = yield* Effect.provide(RateLimiter.make, RateLimiter.layerStoreMemory)
  /** Seconds until the next one; 0: now. */
  return ({ limit, name, seconds }: Rate, who: string) =>
    Effect.match(
      limiter.consume({
        algorithm: "token-bucket",
        key: `${name} ${who}`,
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
    resourceNow = yield* ProtectedResource,
    addressOf = makeClientAddress((yield* SessionPolicy).trustedProxies),
    waitFor = yield* makeLimit

  const answer = (rate: Rate) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (resourceNow() === null) return yield* off
      const who = networkOf(addressOf(request))
      const wait =
        (yield* waitFor(rate, who)) || (rate.name === "register" ? yield* waitFor(EVERYBODY, "") : 0)
      if (wait > 0)
        return refusal(429, "temporarily_unavailable", `Too often. The next time is in ${wait} s.`, {
          "retry-after": String(wait)
        })
      const mode = new URL(request.url, "http://page").searchParams.get("response_mode")
      if (mode !== null && mode !== "query")
        return refusal(400, "invalid_request", "response_mode can be query alone.")
      const body = yield* readBody(request, MAX_BODY)
      // the server is one of HTTP 1
      const answered = yield* server.answer(toIncomingMessage(request) as IncomingMessage, body)
      if (answered === null) return yield* off
      return rate.name === "register" ? HttpServerResponse.setHeaders(answered, anyPage) : answered
    }).pipe(
      Effect.catchTags({
        TooLarge: () =>
          Effect.succeed(refusal(413, "invalid_request", "The body is too large.", { connection: "close" })),
        Malformed: () => Effect.succeed(refusal(400, "invalid_request", "The body could not be read."))
      }),
      answerBodyRefused
    )

  const described = Effect.suspend(() => {
    const known = resourceNow()
    return known === null
      ? off
      : Effect.succeed(
          HttpServerResponse.jsonUnsafe(
            {
              resource: known.resource,
              authorization_servers: [known.issuer],
              scopes_supported: clientScopes,
              bearer_methods_supported: ["header"],
              resource_name: "Pugmark"
            },
            { headers: anyPage }
          )
        )
  })

  /** A page asks beforehand whether it may register. */
  const mayRegister = Effect.succeed(
    HttpServerResponse.empty({
      status: 204,
      headers: {
        ...anyPage,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "content-type"
      }
    })
  )

  return Layer.mergeAll(
    HttpRouter.add("OPTIONS", "/oauth/register", mayRegister),
    ...served.map(([method, path, rate]) => HttpRouter.add(method, path, answer(rate))),
    ...resourcePaths.map((path) => HttpRouter.add("GET", path, described))
  )
})

export const OauthLive = Layer.unwrap(makeRoutes)
