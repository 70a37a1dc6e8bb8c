// The guard of every route: who is asking, and may they. An endpoint names the permission it needs beside its
// path; one that names none is refused to everybody, and a test finds it. `api/authenticate.ts` and
// `api/permit.ts` answer.
import { Context, type Effect } from "effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import type { Reach, Visibility } from "../../domain/access/Visibility.ts"
import { Forbidden, Invalid, Malformed, NotFound, TooLarge, Unauthorized, WrongMediaType } from "./errors.ts"

/**
 * What a caller must have: a permission key (in the project of the path, or in any project where the path has
 * none), to be a server admin, the person's own account (a session, or a token without limits: a token with
 * some could free itself of them), or only to be known. Outside the guard: `source_token` knows its callers
 * by another token, `nothing` is for everybody; both ask themselves.
 */
export type Need = Permission | "server_admin" | "account" | "known_caller" | "source_token" | "nothing"

/** Annotation of an endpoint: `.annotate(Needs, "rules:write")`. */
export const Needs = Context.Reference<Need | undefined>("contract/Needs", { defaultValue: () => undefined })

/** Who is asking; there for every handler behind the guard. */
export class CurrentActor extends Context.Service<CurrentActor, Actor>()("contract/CurrentActor") {}

/**
 * What of the path's project the caller may see and do; there for every handler behind the guard. Outside all
 * projects: `visibility` null, and `reach` says what is seen of things that projects share. `may` is for the
 * few answers that depend on more than the endpoint's own permission. `accessEnds` is for answers that
 * last: it ends when the caller's access is another: by another role or scope, or no way in any more; outside
 * all projects never.
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

/** The cookie of a session, where the service is reached by TLS and where it is not. */
export const SESSION_COOKIE = "__Host-pugmark"
export const PLAIN_SESSION_COOKIE = "pugmark"

/**
 * Knows the caller by the bearer token, or else by the session of their browser, which asks for more: that no
 * other site sent the request.
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

/** Finds the project of the path, if it has one, and holds the caller against what the endpoint needs. */
export class Permit extends HttpApiMiddleware.Service<
  Permit,
  { requires: CurrentActor; provides: CurrentVisibility }
>()("contract/Permit", { error: [Forbidden, NotFound] }) {}

/**
 * Reads the request: refuses bodies that are too large, compressed, not JSON or hostile, and says where a
 * request breaks its schema.
 */
export class ReadRequest extends HttpApiMiddleware.Service<ReadRequest>()("contract/ReadRequest", {
  error: [Malformed, Invalid, NotFound, TooLarge, WrongMediaType]
}) {}

/**
 * Annotation of an endpoint that costs more than others: what is counted, for each token and each person who
 * came by a session. Whoever asks too often gets 429 with `Retry-After`. `mcp_calls` are the requests of an
 * AI client, whatever they ask.
 */
export const costs = ["rule_tests", "explanations", "estimates", "imports", "mcp_calls"] as const
export type Cost = (typeof costs)[number]
export const Costs = Context.Reference<Cost | undefined>("contract/Costs", { defaultValue: () => undefined })

/** Annotation of an endpoint that costs more only where this member of its query is sent; undefined: always. */
export const CostsWith = Context.Reference<string | undefined>("contract/CostsWith", {
  defaultValue: () => undefined
})

/**
 * Annotation of an endpoint that costs the more, the longer a page is asked for: one for every so many rows
 * of `limit`, what that is where nobody says, and what it is at most.
 */
export const CostOfPage = Context.Reference<
  { readonly standard: number; readonly most: number; readonly each: number } | undefined
>("contract/CostOfPage", { defaultValue: () => undefined })

/** Annotation of an endpoint: what its body may be. `bytes` as sent; `depth` and `nodes` of the JSON in it. */
export const BodyLimits = Context.Reference<{
  readonly bytes: number
  readonly depth: number
  readonly nodes: number
}>("contract/BodyLimits", {
  defaultValue: () => ({ bytes: 8 * 1024 * 1024, depth: 32, nodes: 200_000 })
})
