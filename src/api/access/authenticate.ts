// Authenticates requests of the API, by a bearer token or by the session cookie of a browser.
import { Effect, Layer, Redacted } from "effect"
import type * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { Authenticate, CurrentActor } from "../../contract/http/authorization.ts"
import { Forbidden, Unauthorized } from "../../contract/http/errors.ts"
import { RequestId } from "../http/RequestId.ts"
import { originOf } from "../http/sameOrigin.ts"
import { sessionActor, makeCallerLookup, bearerTokenOf } from "./callerLookup.ts"
import { ImpersonatedActor } from "./ImpersonatedActor.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

const whyRefused = (token: string): string =>
  token === ""
    ? "Send a token: Authorization: Bearer …, or log in."
    : token.startsWith("src_")
      ? "This is a data source's token: it opens POST /api/v1/ingest/http/{data_source_id} only."
      : "The token opens nothing: it is unknown, expired or revoked."

const unauthorized = (detail: string) => new Unauthorized({ code: "UNAUTHORIZED", detail })

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"])

const isJson = (headers: Headers.Headers): boolean =>
  /^application\/json(?:;|$)/i.test((headers["content-type"] ?? "").trim())

const hasBody = (headers: Headers.Headers): boolean =>
  headers["content-type"] !== undefined ||
  headers["transfer-encoding"] !== undefined ||
  Number(headers["content-length"] ?? 0) > 0

/**
 * Guards sessions against cross-site request forgery: a request that changes something must be same-origin,
 * and its body JSON, which a form of another site cannot send.
 */
const checkOrigin = (
  { headers, method }: HttpServerRequest.HttpServerRequest,
  publicUrl: string
): Effect.Effect<void, Forbidden> => {
  if (safeMethods.has(method)) return Effect.void
  if (originOf(headers, publicUrl) !== "same") {
    return Effect.fail(
      new Forbidden({
        code: "CROSS_SITE",
        detail:
          "With a session, this must be sent by a page of this service (Origin or Sec-Fetch-Site); " +
          "programs use a token."
      })
    )
  }
  if (hasBody(headers) && !isJson(headers))
    return Effect.fail(
      new Forbidden({ code: "CROSS_SITE", detail: "With a session, a body must be application/json." })
    )
  return Effect.void
}

/** `AuthenticateLive` finds the actor of a request by its token or session. */
export const AuthenticateLive = Layer.effect(
  Authenticate,
  Effect.gen(function* () {
    const { bySession, byToken, sessionOf } = yield* makeCallerLookup
    const policy = yield* SessionPolicy
    return Authenticate.of({
      bearerAuth: Effect.fnUntraced(function* (app, { credential }) {
        const impersonated = yield* ImpersonatedActor
        if (impersonated !== null) return yield* Effect.provideService(app, CurrentActor, impersonated)
        const token = Redacted.value(credential)
        const owner = yield* byToken(token)
        if (owner === null) return yield* unauthorized(whyRefused(token))
        return yield* Effect.provideService(app, CurrentActor, { ...owner, requestId: yield* RequestId })
      }),
      // called when the token is invalid
      session: Effect.fnUntraced(function* (app) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const id = sessionOf(request)
        if (id === null) return yield* unauthorized(whyRefused(bearerTokenOf(request)))
        const owner = yield* bySession(id)
        if (owner === null) return yield* unauthorized("The session has ended: log in again.")
        yield* checkOrigin(request, policy.publicUrl)
        return yield* Effect.provideService(app, CurrentActor, sessionActor(owner, yield* RequestId))
      })
    })
  })
)
