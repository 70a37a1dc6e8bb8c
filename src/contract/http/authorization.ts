// The guard of every route: who the caller is, and what the caller may do. An endpoint names the permission it needs
// beside its path; one that names none is always refused, and a test finds it. `api/authenticate.ts` and
// `api/permit.ts` implement the guard.
import { Context, type Effect } from "effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"
import { Forbidden, Invalid, Malformed, NotFound, TooLarge, Unauthorized, WrongMediaType } from "./errors.ts"

/**
 * Need is what a caller must have: a permission key (in the project of the path, or in any project where the
 * path has none), the role of a server admin, the person's own account (a session, or a token without limits:
 * a token with limits could lift its own), or only a known identity. Outside the guard: `source_token`
 * identifies callers by another token, `nothing` is open to all; both endpoints check the caller themselves.
 */
export type Need = Permission | "server_admin" | "account" | "known_caller" | "source_token" | "nothing"

/** Needs annotates an endpoint with its need: `.annotate(Needs, "rules:write")`. */
export const Needs = Context.Reference<Need | undefined>("contract/Needs", { defaultValue: () => undefined })

/** CurrentActor is the caller; every handler behind the guard has it. */
export class CurrentActor extends Context.Service<CurrentActor, Actor>()("contract/CurrentActor") {}

/**
 * CurrentVisibility is what of the path's project the caller may see and do; every handler behind the guard
 * has it. Outside all projects `visibility` is null, and `reach` says what is seen of things that projects
 * share. `may` is for the few answers that depend on more than the endpoint's own permission. `accessEnds` is
 * for answers that last: it completes when the caller's access changes (another role, another scope, or
 * none); outside all projects it never does.
 */
export class CurrentVisibility extends Context.Service<
  CurrentVisibility,
  {
    readonly visibility: Visibility
    readonly reach: Reach
    readonly may: (permission: Permission) => boolean
    readonly accessEnds: Effect.Effect<void>
  }
>()("contract/CurrentVisibility") {}

/** SESSION_COOKIE is the session's cookie where the service is reached by TLS. */
export const SESSION_COOKIE = "__Host-pugmark"
/** PLAIN_SESSION_COOKIE is the session's cookie where the service is reached without TLS. */
export const PLAIN_SESSION_COOKIE = "pugmark"

/**
 * Authenticate identifies the caller by the bearer token, or else by the session of the browser; a session
 * also requires that no other site sent the request.
 */
export class Authenticate extends HttpApiMiddleware.Service<Authenticate, { provides: CurrentActor }>()(
  "contract/Authenticate",
  {
    requiredForClient: true,
    security: {
      bearerAuth: HttpApiSecurity.http({ scheme: "bearer" }).pipe(
        HttpApiSecurity.annotate(
          OpenApi.Description,
          "A token of a person or program: `Authorization: Bearer pug_…`"
        )
      ),
      session: HttpApiSecurity.apiKey({ in: "cookie", key: SESSION_COOKIE }).pipe(
        HttpApiSecurity.annotate(
          OpenApi.Description,
          `The cookie that \`POST /auth/login\` sets (\`${PLAIN_SESSION_COOKIE}\` where the service ` +
            `is reached without TLS). Whatever changes something must come from this service's own ` +
            `pages: same \`Origin\`, or \`Sec-Fetch-Site: same-origin\`; a body must be JSON.`
        )
      )
    },
    error: [Unauthorized, Forbidden]
  }
) {}

/**
 * Permit finds the project of the path, if it has one, and checks that the caller has what the endpoint
 * needs.
 */
export class Permit extends HttpApiMiddleware.Service<
  Permit,
  { requires: CurrentActor; provides: CurrentVisibility }
>()("contract/Permit", { error: [Forbidden, NotFound] }) {}

/**
 * ReadRequest reads the request: it refuses bodies that are too large, compressed, not JSON or hostile, and
 * says where a request breaks its schema.
 */
export class ReadRequest extends HttpApiMiddleware.Service<ReadRequest>()("contract/ReadRequest", {
  error: [Malformed, Invalid, NotFound, TooLarge, WrongMediaType]
}) {}

/**
 * meteredCosts are the kinds of requests with a rate limit of their own, counted for each token and for each
 * person with a session. A caller over the limit gets 429 with `Retry-After`. `mcp_calls` are all requests of
 * an AI client.
 */
export const meteredCosts = ["rule_tests", "explanations", "estimates", "imports", "mcp_calls"] as const
/** Cost is the kind of a request with a rate limit. */
export type Cost = (typeof meteredCosts)[number]
/** Costs annotates an endpoint with the rate limit that it counts against. */
export const Costs = Context.Reference<Cost | undefined>("contract/Costs", { defaultValue: () => undefined })

/**
 * CostsWith annotates an endpoint that counts only where this query parameter is sent; undefined: it always
 * counts.
 */
export const CostsWith = Context.Reference<string | undefined>("contract/CostsWith", {
  defaultValue: () => undefined
})

/**
 * CostOfPage annotates an endpoint that costs more for a longer page: one for each `each` rows of `limit`;
 * `standard` is the limit where the request names none, `most` the largest one.
 */
export const CostOfPage = Context.Reference<
  { readonly standard: number; readonly maximum: number; readonly rowsPerUnit: number } | undefined
>("contract/CostOfPage", { defaultValue: () => undefined })

/**
 * BodyLimits annotates an endpoint with the limits of its body: `bytes` as sent, `depth` and `nodes` of its
 * JSON.
 */
export const BodyLimits = Context.Reference<{
  readonly bytes: number
  readonly depth: number
  readonly nodes: number
}>("contract/BodyLimits", {
  defaultValue: () => ({ bytes: 8 * 1024 * 1024, depth: 32, nodes: 200_000 })
})
